import type { WorkerLine, WorkerRemoval } from '@atelier/contracts/assistants/workers/worker-shapes';
import { DeleteDialog, type DeleteDialogEvents, Removal } from '../../../lib/entities/delete-dialog.tsx';
import { formatCount } from '../../../lib/format.ts';
import { DeleteConsequences } from '../../../ui/content/delete-consequences.tsx';
import { useRemoveWorker, useWorkerRemoval } from './api.ts';

const Consequences = ({ removal }: { removal: WorkerRemoval }) => (
  <DeleteConsequences final="This cannot be undone. To stop it for a while, pause it.">
    <li>
      {formatCount(removal.records, 'record')} with what {removal.records === 1 ? 'it holds' : 'they hold'},
      and {formatCount(removal.files, 'file')} of the worker, such as its tables, are deleted with it.
    </li>
    {removal.openRecords > 0 ? (
      <li>{formatCount(removal.openRecords, 'record')} that it works on will be cancelled.</li>
    ) : null}
    {removal.fedBy.map(({ workerId, name }) => (
      <li key={workerId}>“{name}” passes its results on to it and will no longer do so.</li>
    ))}
    {removal.answers.map(({ appId, name }) => (
      <li key={appId}>The app “{name}” gives no answers from then on, until it gets another worker.</li>
    ))}
    <li>Its link and its web addresses lead nowhere from then on.</li>
    <li>The agent, crew or flow that it runs stays.</li>
  </DeleteConsequences>
);

interface DeleteWorkerDialogProps extends DeleteDialogEvents {
  worker: Pick<WorkerLine, 'workerId' | 'name'>;
}

/** Says what is deleted along with a worker. */
export const DeleteWorkerDialog = ({ worker, ...events }: DeleteWorkerDialogProps) => {
  const { workerId, name } = worker;
  const remove = useRemoveWorker(worker);
  return (
    <DeleteDialog
      {...events}
      name={name}
      onDelete={() => remove.mutateAsync({ params: { id: workerId }, query: {} })}
    >
      <Removal query={useWorkerRemoval(workerId)}>{(data) => <Consequences removal={data} />}</Removal>
    </DeleteDialog>
  );
};
