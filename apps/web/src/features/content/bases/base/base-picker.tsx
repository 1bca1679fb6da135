import { Select } from '@mantine/core';
import { useState } from 'react';
import { useKnowledgeChoices } from '../model/knowledge-choices.ts';

export interface ChosenBase {
  knowledgeBaseId: string;
  name: string;
}

interface BasePickerProps {
  value: ChosenBase | null;
  onChange: (base: ChosenBase) => void;
  error?: string | undefined;
}

/** Selects a knowledge base that the user may add documents to. The server searches while the name is typed. */
export const BasePicker = ({ value, onChange, error }: BasePickerProps) => {
  const [typed, setTyped] = useState(value?.name ?? '');
  // The field also contains the name of the selected knowledge base, which must not be searched for.
  const { choices, hasFailed } = useKnowledgeChoices(typed === value?.name ? '' : typed);
  const open = choices.filter((base) => base.abilities.canImport);
  const names = new Map(
    [...open, ...(value ? [value] : [])].map((base) => [base.knowledgeBaseId, base.name]),
  );
  return (
    <Select
      label="Knowledge base"
      placeholder="Type to search"
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      data={[...names].map(([id, label]) => ({ value: id, label }))}
      nothingFoundMessage="Nothing found"
      allowDeselect={false}
      value={value?.knowledgeBaseId ?? null}
      error={error ?? (hasFailed ? 'The knowledge bases could not be loaded.' : undefined)}
      onChange={(knowledgeBaseId) => {
        const name = names.get(knowledgeBaseId ?? '');
        if (knowledgeBaseId !== null && name !== undefined) onChange({ knowledgeBaseId, name });
      }}
    />
  );
};
