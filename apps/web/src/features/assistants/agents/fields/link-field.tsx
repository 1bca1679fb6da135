import { MultiSelect } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { LinkField as LinkName } from '../model/agent-form.ts';
import type { AgentFormProps } from './agent-form-props.ts';

const mostLinks = 20;

/** Things that can be chosen, found by what is typed. */
export interface Choices {
  choices: readonly { id: string; name: string }[];
  /** The number of matches; undefined until it is known. */
  total: number | undefined;
  hasFailed: boolean;
}

interface ChoiceFieldProps {
  /** The stored agent, which names what it uses; undefined while a new one is made. */
  agent: AgentFormProps['agent'];
  label: string;
  description: string;
  /** Shown while there is nothing to choose. */
  none: ReactNode;
  most: number;
  value: readonly string[];
  onChange: (ids: string[]) => void;
  error: string | undefined;
  useChoices: (typed: string) => Choices;
}

const listLinkNames = (agent: AgentFormProps['agent']) =>
  (agent?.links ?? []).map(({ id, name }) => [id, name ?? 'No longer there'] as const);

/** Selects things by their names, which are searched while somebody types. */
export const ChoiceField = (props: ChoiceFieldProps) => {
  const { agent, label, description, none, most, value, onChange, error, useChoices } = props;
  const [typed, setTyped] = useState('');
  const { choices, total, hasFailed } = useChoices(typed);
  /** The names of what was chosen earlier, which a search may not return. */
  const [picked, setPicked] = useState(() => new Map<string, string>(listLinkNames(agent)));
  const known = new Map([...picked, ...choices.map((each) => [each.id, each.name] as const)]);
  const shown = new Set([...choices.map(({ id }) => id), ...value]);
  const change = (ids: string[]) => {
    setPicked(new Map([...picked, ...ids.map((id) => [id, known.get(id) ?? id] as const)]));
    onChange(ids);
  };
  const isNone = total === 0 && typed === '' && value.length === 0;
  return (
    <div className="stack-2">
      <MultiSelect
        label={label}
        description={description}
        data={[...shown].map((id) => ({ value: id, label: known.get(id) ?? id }))}
        placeholder={value.length > 0 ? '' : isNone ? 'There are none yet' : 'Choose'}
        searchable
        searchValue={typed}
        onSearchChange={setTyped}
        filter={({ options }) => options}
        hidePickedOptions
        maxValues={most}
        nothingFoundMessage="Nothing found"
        value={[...value]}
        onChange={change}
        error={error ?? (hasFailed ? 'The choices could not be loaded.' : undefined)}
      />
      {isNone ? <p className="flat muted tiny">{none}</p> : null}
    </div>
  );
};

type LinkFieldProps = AgentFormProps &
  Pick<ChoiceFieldProps, 'label' | 'description' | 'none' | 'useChoices'> & { name: LinkName };

/** Selects things that the agent uses: knowledge bases, apps, flows or other agents. */
export const LinkField = ({ form, agent, name, ...shown }: LinkFieldProps) => {
  const { value = [], onChange, error } = form.bind(name);
  return <ChoiceField {...{ ...shown, agent, most: mostLinks, value, onChange, error }} />;
};
