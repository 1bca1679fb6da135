import { ImportType } from '@atelier/contracts/content/bases/import-shapes';
import type { Source } from '@atelier/contracts/content/sources/source-shapes';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useSource, useSourceChoices } from '../api.ts';
import { sourceTypeLabel } from '../model/source-words.ts';
import classes from './sources.module.css';

const typingPauseMs = 200;

interface Origin {
  type?: ImportType;
  sourceId?: string;
}

/** Reads the origin filter from a word of the address: a kind of source, or the id of a source. */
export const parseOrigin = (word: string): Origin => {
  if (word === '') return {};
  const type = ImportType.safeParse(word);
  return type.success ? { type: type.data } : { sourceId: word };
};

const isKind = (word: string): boolean => ImportType.safeParse(word).success;

const everything = { value: '', label: 'All sources' };

const toKindOptions = (sources: readonly Source[]) => {
  const names = new Map<string, string>([
    ['FILE', 'Uploaded files'],
    ...sources.map((source): [string, string] => [source.type, sourceTypeLabel(source)]),
  ]);
  return [...names].map(([value, label]) => ({ value, label }));
};

const toSourceOptions = (sources: readonly Source[]) => {
  const names = new Map(sources.map(({ sourceId, name }) => [sourceId, name]));
  return [...names].map(([value, label]) => ({ value, label }));
};

interface OriginFieldProps {
  knowledgeBaseId: string;
  value: string;
  onChange: (value: string) => void;
}

/** Filters documents by origin. Hidden when there are only uploads. */
export const OriginField = ({ knowledgeBaseId, value, onChange }: OriginFieldProps) => {
  const [typed, setTyped] = useState('');
  const first = useSourceChoices(knowledgeBaseId).data?.items ?? [];
  const chosen = useSource(value, value !== '' && !isKind(value)).data;
  const [search] = useDebouncedValue(typed.trim(), typingPauseMs);
  const found = useSourceChoices(knowledgeBaseId, search);
  const kinds = toKindOptions(first);
  const names = toSourceOptions([...(found.data?.items ?? []), ...(chosen ? [chosen] : [])]);
  const label = [everything, ...kinds, ...names].find((choice) => choice.value === value)?.label;
  return first.length === 0 ? null : (
    <Select
      className={classes.origin ?? ''}
      aria-label="Source"
      searchable
      allowDeselect={false}
      nothingFoundMessage={found.isPending ? 'Searching…' : 'No source is called so'}
      value={value}
      // The field reports the name of a selected option too, which must not be searched for.
      onSearchChange={(words) => setTyped(words === label ? '' : words)}
      onChange={(word) => onChange(word ?? '')}
      data={[everything, { group: 'By kind', items: kinds }, { group: 'By source', items: names }]}
    />
  );
};
