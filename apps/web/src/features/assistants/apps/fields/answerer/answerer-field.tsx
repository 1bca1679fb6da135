import type { Orchestration } from '@atelier/contracts/assistants/apps/answering';
import { Select } from '@mantine/core';
import { IconApps, IconBook2, IconRobot, IconSitemap, IconUserCog } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { ChoiceCards } from '../../../../../ui/forms/choice-cards.tsx';
import { useAnswererChoices, useOrchestrations } from '../../api.ts';
import type { AppFormProps } from '../app-form-props.ts';
import { AnsweringChoice } from './answering-choice.tsx';

interface Words {
  label: string;
  text: string;
  icon: ReactNode;
}

const words: Record<Orchestration, Words> = {
  BASIC: {
    label: 'Knowledge bases',
    text: 'A model answers from what is found in your documents, and cites them.',
    icon: <IconBook2 size={18} />,
  },
  ADVANCE: {
    label: 'A flow',
    text: 'Each question starts a flow, whose result is the answer.',
    icon: <IconSitemap size={18} />,
  },
  AGENT: {
    label: 'An agent',
    text: 'An agent works with its tools until it can answer.',
    icon: <IconRobot size={18} />,
  },
  APP: {
    label: 'Another app',
    text: 'Another of your apps answers, with this app’s access, look and limits.',
    icon: <IconApps size={18} />,
  },
  WORKER: {
    label: 'A worker',
    text: 'Each question becomes a record, which people can follow and decide about.',
    icon: <IconUserCog size={18} />,
  },
};

/** Selects the app that answers in the place of this one. */
const AnsweringApp = ({ form, app }: AppFormProps) => {
  const [typed, setTyped] = useState('');
  const { rows, query } = useAnswererChoices(typed);
  const { value, onChange, error } = form.bind('answererId');
  const chosen = app?.answerer;
  const known = new Map([
    ...(chosen ? [[chosen.answererId, chosen.name] as const] : []),
    ...rows.filter(({ appId }) => appId !== app?.appId).map(({ appId, name }) => [appId, name] as const),
  ]);
  return (
    <Select
      label="App that answers"
      description="It answers from its own knowledge and with its own instructions. Visitors see only this app."
      data={[...known].map(([id, label]) => ({ value: id, label }))}
      placeholder="Choose"
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage="Nothing found"
      value={value ?? null}
      onChange={onChange}
      error={error ?? (query.isError ? 'The apps could not be loaded.' : undefined)}
    />
  );
};

/** Selects what answers the app (APP-05). What cannot be chosen yet says what is missing. */
export const AnswererField = ({ form, app }: AppFormProps) => {
  const { data } = useOrchestrations();
  const { value = 'BASIC', onChange, error } = form.bind('orchestration');
  const offered = data?.orchestrations ?? [{ orchestration: value, missing: null, answerers: [] }];
  const answerersFor = (orchestration: Orchestration) =>
    offered.find((each) => each.orchestration === orchestration)?.answerers ?? [];
  const choose = (next: Orchestration) => {
    // The id of a flow means nothing among apps.
    if (next !== value) form.bind('answererId').onChange(null);
    onChange(next);
  };
  return (
    <>
      <ChoiceCards
        label="Answered by"
        value={value}
        onChange={choose}
        error={error}
        choices={offered.map(({ orchestration, missing }) => ({
          value: orchestration,
          label: words[orchestration].label,
          icon: words[orchestration].icon,
          description: missing ?? words[orchestration].text,
          isDisabled: missing !== null,
        }))}
      />
      {value === 'APP' ? <AnsweringApp form={form} app={app} /> : null}
      {value === 'ADVANCE' || value === 'AGENT' || value === 'WORKER' ? (
        <AnsweringChoice
          key={value}
          form={form}
          app={app}
          orchestration={value}
          choices={answerersFor(value)}
        />
      ) : null}
    </>
  );
};
