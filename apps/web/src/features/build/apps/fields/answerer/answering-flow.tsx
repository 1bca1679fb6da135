import type { AnswererChoice } from '@atelier/contracts/build/apps/answering';
import { Select } from '@mantine/core';
import { TextLink } from '../../../../../ui/layout/text-link.tsx';
import type { AppFormProps } from '../app-form-props.ts';

/** Selects the flow that answers the app. Only flows that can answer are offered. */
export const AnsweringFlow = ({
  form,
  app,
  choices,
}: AppFormProps & { choices: readonly AnswererChoice[] }) => {
  const { value, onChange, error } = form.bind('answererId');
  const chosen = app?.answerer;
  const known = new Map([
    ...(chosen && app.orchestration === 'ADVANCE' ? [[chosen.answererId, chosen.name] as const] : []),
    ...choices.map(({ answererId, name }) => [answererId, name] as const),
  ]);
  return (
    <>
      <Select
        label="Flow that answers"
        description="Published flows with the trigger “A question in a chat”. A flow works with the access of its owner."
        data={[...known].map(([id, label]) => ({ value: id, label }))}
        placeholder="Choose"
        searchable
        nothingFoundMessage="Nothing found"
        value={value ?? null}
        onChange={onChange}
        error={error}
      />
      {value ? <TextLink to={`/flows/${value}`}>Open this flow</TextLink> : null}
    </>
  );
};
