import { MultiSelect } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useState } from 'react';
import { useMay } from '../../../../lib/account/session.ts';
import { useKnowledgeChoices } from '../../../content/bases/index.ts';
import type { AppFormProps } from './app-form-props.ts';

const mostBases = 20;

/** Opens in a new tab, so that the input on this page is kept. */
const NewBaseLink = ({ children }: { children: string }) => (
  <a className="out-link" href="/knowledge-base?new=1" target="_blank" rel="noopener">
    {children}
    <IconExternalLink size={14} aria-label="(opens in a new tab)" />
  </a>
);

interface HintProps {
  /** True when there is no knowledge base to choose. */
  isNone: boolean;
  isEmpty: boolean;
  mayMake: boolean;
}

const Hint = ({ isNone, isEmpty, mayMake }: HintProps) => {
  if (isNone) {
    return mayMake ? (
      <p className="flat muted tiny">
        You have no knowledge base yet. <NewBaseLink>Create one</NewBaseLink> and come back.
      </p>
    ) : null;
  }
  return isEmpty ? (
    <p className="flat muted tiny">
      Without a knowledge base it has nothing to answer from.{' '}
      {mayMake ? <NewBaseLink>New knowledge base</NewBaseLink> : null}
    </p>
  ) : null;
};

const choosePlaceholder = ({ isNone, isEmpty }: Omit<HintProps, 'mayMake'>): string => {
  if (!isEmpty) return '';
  return isNone ? 'There are none yet' : 'Choose';
};

/** Selects the knowledge bases that the app answers from. */
export const KnowledgeField = ({ form, app, chosenBases = app?.knowledgeBases }: AppFormProps) => {
  const mayMake = useMay()('knowledge:write');
  const [typed, setTyped] = useState('');
  const { choices, total, hasFailed } = useKnowledgeChoices(typed);
  const { value = [], onChange, error } = form.bind('knowledgeBaseIds');
  const [picked, setPicked] = useState(chosenBases ?? []);
  const known = new Map([...picked, ...choices].map((base) => [base.knowledgeBaseId, base.name]));
  const shown = new Set([...choices.map((base) => base.knowledgeBaseId), ...value]);
  const state = { isNone: total === 0 && typed === '', isEmpty: value.length === 0 };
  const change = (ids: string[]) => {
    setPicked(ids.map((knowledgeBaseId) => ({ knowledgeBaseId, name: known.get(knowledgeBaseId) ?? '' })));
    onChange(ids);
  };
  return (
    <div className="stack-2">
      <MultiSelect
        label="Knowledge bases"
        description="It answers from these documents and cites them."
        data={[...known].flatMap(([id, label]) => (shown.has(id) ? [{ value: id, label }] : []))}
        placeholder={choosePlaceholder(state)}
        searchable
        searchValue={typed}
        onSearchChange={setTyped}
        filter={({ options }) => options}
        hidePickedOptions
        maxValues={mostBases}
        nothingFoundMessage="Nothing found"
        value={value}
        onChange={change}
        error={error ?? (hasFailed ? 'The knowledge bases could not be loaded.' : undefined)}
      />
      <Hint {...state} mayMake={mayMake} />
    </div>
  );
};
