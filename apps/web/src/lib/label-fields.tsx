import {
  type DocumentLabels,
  DocumentLanguage,
  DocumentType,
  documentCategories,
} from '@atelier/contracts/content/bases/import-shapes';
import { Select, TagsInput } from '@mantine/core';
import { Fold } from '../ui/layout/fold.tsx';
import { labelsInWords, languageLabels, typeLabels } from './document-labels.ts';

const toOptions = <T extends string>(values: readonly T[], labels: Record<T, string>) =>
  values.map((value) => ({ value, label: labels[value] }));

export const typeOptions = toOptions(DocumentType.options, typeLabels);
export const languageOptions = toOptions(DocumentLanguage.options, languageLabels);

interface LabelFieldsProps {
  value: DocumentLabels;
  isReadOnly?: boolean;
  onChange: (value: DocumentLabels) => void;
}

/** Fields for the labels of documents (IMPORT-35 to IMPORT-37). */
export const LabelFields = ({ value, isReadOnly = false, onChange }: LabelFieldsProps) => (
  <div className="stack fields-13">
    <Select
      label="Document type"
      placeholder="Not said"
      clearable
      readOnly={isReadOnly}
      data={typeOptions}
      value={value.documentType}
      onChange={(next) => onChange({ ...value, documentType: DocumentType.nullable().parse(next) })}
    />
    <Select
      label="Language"
      placeholder="Not said"
      clearable
      readOnly={isReadOnly}
      data={languageOptions}
      value={value.language}
      onChange={(next) => onChange({ ...value, language: DocumentLanguage.nullable().parse(next) })}
    />
    <TagsInput
      className="whole-row"
      label="Categories"
      description="Choose one, or type your own and press Enter."
      maxTags={10}
      maxLength={50}
      acceptValueOnBlur
      readOnly={isReadOnly}
      data={[...documentCategories]}
      value={value.categories}
      onChange={(categories) => onChange({ ...value, categories })}
    />
  </div>
);

interface LabelsFoldProps extends Pick<LabelFieldsProps, 'value' | 'onChange'> {
  /** Says which documents the labels apply to. */
  hint: string;
}

/** The labels for all documents of an import or a source. Few people need them, so they are folded away. */
export const LabelsFold = ({ hint, ...fields }: LabelsFoldProps) => (
  <Fold label="What the documents are" summary={labelsInWords(fields.value)}>
    <p className="note">{hint} Searches and lists can be narrowed to them.</p>
    <LabelFields {...fields} />
  </Fold>
);
