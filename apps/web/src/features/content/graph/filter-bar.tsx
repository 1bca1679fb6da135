import { EntityType } from '@atelier/contracts/content/graph/graph-shapes';
import { NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type GraphFilter, useDocumentChoice } from './api.ts';
import classes from './graph.module.css';
import { typeNames } from './model/graph-words.ts';

const types = [
  { value: '', label: 'All types' },
  ...EntityType.options.map((type) => ({ value: type, label: typeNames[type] })),
];

interface FilterBarProps {
  id: string;
  filter: GraphFilter;
  onChange: (words: { named?: string; kind?: string; of?: string; around?: string }) => void;
}

/** Filters the drawing and the list. */
export const FilterBar = ({ id, filter, onChange }: FilterBarProps) => {
  const documents = useDocumentChoice(id).data?.items ?? [];
  const search = useDebouncedCallback((named: string) => onChange({ named, around: '' }), 300);
  return (
    <div className={`wrap-3 pad-4 ${classes.filters}`}>
      <TextInput
        type="search"
        aria-label="Search entities"
        placeholder="Search entities"
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        defaultValue={filter.search}
        onChange={(event) => search(event.currentTarget.value)}
      />
      <NativeSelect
        aria-label="Type"
        data={types}
        value={filter.type ?? ''}
        onChange={(event) => onChange({ kind: event.currentTarget.value, around: '' })}
      />
      <NativeSelect
        aria-label="Document"
        data={[
          { value: '', label: 'All documents' },
          ...documents.map((row) => ({ value: row.knowledgeBaseImportId, label: row.name })),
        ]}
        value={filter.importId}
        onChange={(event) => onChange({ of: event.currentTarget.value, around: '' })}
      />
    </div>
  );
};
