import type { AnswererChoice } from '@atelier/contracts/assistants/apps/answering';
import { Select } from '@mantine/core';
import { TextLink } from '../../../../../ui/layout/text-link.tsx';
import type { AppFormProps } from '../app-form-props.ts';

const words = {
  ADVANCE: {
    label: 'Flow that answers',
    description:
      'Published flows with the trigger “A question in a chat”. A flow works with the access of its owner.',
    link: 'Open this flow',
    buildLink: (id: string) => `/flows/${id}`,
  },
  AGENT: {
    label: 'Agent that answers',
    description: 'Published agents. An agent works with the access of the member who made it.',
    link: 'Open this agent',
    buildLink: (id: string) => `/agent?id=${id}`,
  },
  WORKER: {
    label: 'Worker that answers',
    description:
      'Workers whose work comes from “An app”. A worker works with the access of the member who deployed it.',
    link: 'Open this worker',
    buildLink: (id: string) => `/worker?id=${id}`,
  },
};

/** Selects the flow, the agent or the worker that answers the app. Only those that can answer are offered. */
export const AnsweringChoice = ({
  form,
  app,
  orchestration,
  choices,
}: AppFormProps & { orchestration: keyof typeof words; choices: readonly AnswererChoice[] }) => {
  const { value, onChange, error } = form.bind('answererId');
  const { label, description, link, buildLink } = words[orchestration];
  const chosen = app?.answerer;
  const known = new Map([
    ...(chosen && app.orchestration === orchestration ? [[chosen.answererId, chosen.name] as const] : []),
    ...choices.map(({ answererId, name }) => [answererId, name] as const),
  ]);
  return (
    <>
      <Select
        label={label}
        description={description}
        data={[...known].map(([id, name]) => ({ value: id, label: name }))}
        placeholder="Choose"
        searchable
        nothingFoundMessage="Nothing found"
        value={value ?? null}
        onChange={onChange}
        error={error}
      />
      {value ? <TextLink to={buildLink(value)}>{link}</TextLink> : null}
    </>
  );
};
