import { Switch } from '@mantine/core';
import { useChangeGate, useGate } from '../api.ts';
import { isAgent, type Subject } from '../model/subject.ts';

/** Decides whether changed settings have to pass the test questions before they are used. */
export const GateSwitch = ({ subject }: { subject: Subject }) => {
  const { data } = useGate(subject);
  const change = useChangeGate();
  if (!data) return null;
  const { enabled, replay } = data;
  return (
    <Switch
      label="Quality gate"
      description={
        isAgent(subject)
          ? `A draft, also of those who work for it, takes the place of the published version only after it answered no test question worse, and none of ${replay} recent tasks.`
          : `Changed prompts, models and retrieval settings are saved, and drafts of a flow or an agent that answers are published, only after they answered no test question worse, and none of ${replay} recent questions of visitors.`
      }
      checked={enabled}
      disabled={change.isPending}
      onChange={(event) =>
        change.mutate({ body: { ...subject, enabled: event.currentTarget.checked, replay } })
      }
    />
  );
};
