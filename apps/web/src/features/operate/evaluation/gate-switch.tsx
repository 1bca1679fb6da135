import { Switch } from '@mantine/core';
import { useChangeGate, useGate } from './api.ts';

/** Decides whether changed settings have to pass the test questions before they are saved. */
export const GateSwitch = ({ appId }: { appId: string }) => {
  const { data } = useGate(appId);
  const change = useChangeGate();
  if (!data) return null;
  const { enabled, replay } = data;
  return (
    <Switch
      label="Quality gate"
      description={`Changed prompts, models and retrieval settings are saved only after they answered no test question worse, and none of ${replay} recent questions of visitors.`}
      checked={enabled}
      disabled={change.isPending}
      onChange={(event) => change.mutate({ body: { appId, enabled: event.currentTarget.checked, replay } })}
    />
  );
};
