import { ImportType } from '@atelier/contracts/import-shapes';
import type { Source } from '@atelier/contracts/source-shapes';
import { NativeSelect } from '@mantine/core';
import { kindOf, useSourceChoices } from '../../sources/index.ts';
import classes from './documents.module.css';

interface Origin {
  type?: ImportType;
  sourceId?: string;
}

/** What the list is narrowed to: the word is a kind of source, or the id of one source. */
export const originOf = (word: string): Origin => {
  if (word === '') return {};
  const type = ImportType.safeParse(word);
  return type.success ? { type: type.data } : { sourceId: word };
};

const choicesOf = (sources: readonly Source[]) => {
  const kinds = new Map<string, string>([
    ['FILE', 'Uploaded files'],
    ...sources.map((source): [string, string] => [source.type, kindOf(source)]),
  ]);
  return [
    { value: '', label: 'All sources' },
    { group: 'By kind', items: [...kinds].map(([value, label]) => ({ value, label })) },
    { group: 'By source', items: sources.map(({ sourceId, name }) => ({ value: sourceId, label: name })) },
  ];
};

interface OriginFieldProps {
  knowledgeBaseId: string;
  value: string;
  onChange: (value: string) => void;
}

/** Where the documents came from; not asked where there are uploads only. */
export const OriginField = ({ knowledgeBaseId, value, onChange }: OriginFieldProps) => {
  const sources = useSourceChoices(knowledgeBaseId).data?.items ?? [];
  return sources.length === 0 ? null : (
    <NativeSelect
      className={classes.filter ?? ''}
      aria-label="Source"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={choicesOf(sources)}
    />
  );
};
