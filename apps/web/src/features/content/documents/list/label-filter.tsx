import { DocumentLanguage, DocumentType } from '@atelier/contracts/content/bases/import-shapes';
import { NativeSelect } from '@mantine/core';
import { languageLabels, typeLabels } from '../../../../lib/document-labels.ts';
import { useFilterValues } from '../api.ts';
import classes from './documents.module.css';

interface LabelQuery {
  documentType?: DocumentType;
  language?: DocumentLanguage;
  category?: string;
}

/** Reads the label filter from a word of the address: a document type, a language, or "#" with a category. */
export const parseLabelFilter = (word: string): LabelQuery => {
  const documentType = DocumentType.safeParse(word);
  if (documentType.success) return { documentType: documentType.data };
  const language = DocumentLanguage.safeParse(word);
  if (language.success) return { language: language.data };
  return word.startsWith('#') && word.length > 1 ? { category: word.slice(1) } : {};
};

/** Returns the known labels that at least one document has, with their names. */
const toLabelItems = <T extends string>(
  labels: Record<T, string>,
  known: readonly T[],
  borne: readonly string[],
) => known.filter((value) => borne.includes(value)).map((value) => ({ value, label: labels[value] }));

interface LabelFilterProps {
  knowledgeBaseId: string;
  value: string;
  onChange: (value: string) => void;
}

/** Filters documents by label (IMPORT-35 to IMPORT-37). Hidden when no document is labelled. */
export const LabelFilter = ({ knowledgeBaseId, value, onChange }: LabelFilterProps) => {
  const { data } = useFilterValues(knowledgeBaseId);
  if (!data) return null;
  const groups = [
    { group: 'Document type', items: toLabelItems(typeLabels, DocumentType.options, data.documentTypes) },
    { group: 'Language', items: toLabelItems(languageLabels, DocumentLanguage.options, data.languages) },
    { group: 'Category', items: data.categories.map((each) => ({ value: `#${each}`, label: each })) },
  ].filter(({ items }) => items.length > 0);
  return groups.length === 0 ? null : (
    <NativeSelect
      className={classes.filter ?? ''}
      aria-label="Label"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[{ value: '', label: 'All labels' }, ...groups]}
    />
  );
};
