import type { RatedAnswer } from '@atelier/contracts/assistants/chat/rated-answers';
import { NativeSelect } from '@mantine/core';
import { useAssign, useAssignees } from './api.ts';

interface AssigneeSelectProps {
  rated: RatedAnswer;
  onChange: (changed: RatedAnswer) => void;
}

/** Chooses the member who looks after the feedback. */
export const AssigneeSelect = ({ rated, onChange }: AssigneeSelectProps) => {
  const { appId, assignee, queryId } = rated;
  const { data } = useAssignees(appId);
  const assign = useAssign(onChange);
  const known = data?.items ?? [];
  // Shown until the list is there, and when they no longer see the app.
  const former = assignee && !known.some(({ userId }) => userId === assignee.userId) ? [assignee] : [];
  return (
    <NativeSelect
      label="Looked after by"
      data={[
        { value: '', label: 'Nobody yet' },
        ...[...known, ...former].map(({ userId, name }) => ({ value: userId, label: name })),
      ]}
      value={assignee?.userId ?? ''}
      disabled={assign.isPending}
      onChange={(event) => {
        const userId = event.currentTarget.value;
        assign.mutate({ body: { queryId, userId: userId === '' ? null : userId } });
      }}
    />
  );
};
