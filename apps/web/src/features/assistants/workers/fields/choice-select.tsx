import { Select } from '@mantine/core';
import { useState } from 'react';

interface Choices {
  choices: readonly { id: string; name: string }[];
  hasFailed: boolean;
}

interface ChoiceSelectProps {
  label: string;
  description?: string;
  value: string;
  onChange: (id: string) => void;
  error: string | undefined;
  /** The chosen item, with its name, when a search may not find it. */
  chosen?: { id: string; name: string | null } | undefined;
  useChoices: (typed: string) => Choices;
}

/** Selects one thing by its name, which is searched while somebody types. */
export const ChoiceSelect = ({ value, onChange, error, chosen, useChoices, ...words }: ChoiceSelectProps) => {
  const [typed, setTyped] = useState('');
  const { choices, hasFailed } = useChoices(typed);
  const known = new Map([
    ...(chosen ? [[chosen.id, chosen.name ?? 'No longer there'] as const] : []),
    ...choices.map(({ id, name }) => [id, name] as const),
  ]);
  return (
    <Select
      {...words}
      data={[...known].map(([id, name]) => ({ value: id, label: name }))}
      placeholder="Choose"
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage="Nothing found"
      value={value === '' ? null : value}
      onChange={(id) => onChange(id ?? '')}
      error={error ?? (hasFailed ? 'The choices could not be loaded.' : undefined)}
    />
  );
};
