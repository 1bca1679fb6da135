import { MultiSelect } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useMay } from '../../../lib/session.ts';
import { useKnowledgeChoices } from '../api.ts';
import classes from '../apps.module.css';
import type { AppFormProps } from './app-form-props.ts';

const mostBases = 20;

interface KnowledgeFieldProps extends AppFormProps {
  /** Those chosen already, which a long list may not hold. */
  chosen?: readonly { knowledgeBaseId: string; name: string }[];
}

/** In a tab of its own, so that what was entered here stays. */
const NewBaseLink = ({ children }: { children: string }) => (
  <a className={classes.outLink} href="/knowledge-base?new=1" target="_blank" rel="noopener">
    {children}
    <IconExternalLink size={14} aria-label="(opens in a new tab)" />
  </a>
);

interface HintProps {
  /** Whether there is any knowledge base to choose. */
  isNone: boolean;
  isEmpty: boolean;
  mayMake: boolean;
}

const Hint = ({ isNone, isEmpty, mayMake }: HintProps) => {
  if (isNone) {
    return mayMake ? (
      <p className={classes.hint}>
        You have no knowledge base yet. <NewBaseLink>Create one</NewBaseLink> and come back; you can also
        choose it later.
      </p>
    ) : null;
  }
  return isEmpty ? (
    <p className={classes.hint}>
      Without a knowledge base it has nothing to answer from.{' '}
      {mayMake ? <NewBaseLink>New knowledge base</NewBaseLink> : null}
    </p>
  ) : null;
};

const placeholderOf = ({ isNone, isEmpty }: Omit<HintProps, 'mayMake'>): string => {
  if (!isEmpty) return '';
  return isNone ? 'There are none yet' : 'Choose';
};

/** What the app answers from. */
export const KnowledgeField = ({ form, chosen = [] }: KnowledgeFieldProps) => {
  const mayMake = useMay()('knowledge:write');
  const { data, error } = useKnowledgeChoices();
  const names = new Map([...chosen, ...(data?.items ?? [])].map((base) => [base.knowledgeBaseId, base.name]));
  const { value = [], ...bound } = form.bind('knowledgeBaseIds');
  const state = { isNone: data?.total === 0, isEmpty: value.length === 0 };
  return (
    <div className={classes.fieldGroup}>
      <MultiSelect
        label="Knowledge bases"
        description="It answers from these documents and cites them."
        data={[...names].map(([id, label]) => ({ value: id, label }))}
        placeholder={placeholderOf(state)}
        searchable
        hidePickedOptions
        maxValues={mostBases}
        nothingFoundMessage="Nothing found"
        {...bound}
        value={value}
        error={bound.error ?? (error ? 'The knowledge bases could not be loaded.' : undefined)}
      />
      <Hint {...state} mayMake={mayMake} />
    </div>
  );
};
