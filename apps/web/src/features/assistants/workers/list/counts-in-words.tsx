import type { RecordCounts } from '@atelier/contracts/assistants/workers/worker-shapes';
import { TwoLines } from '../../../../ui/data-table/two-lines.tsx';

/** The records of a worker: how many there are, and what of them needs somebody. */
export const CountsInWords = ({ counts }: { counts: RecordCounts }) => {
  if (counts.total === 0) return 'None yet';
  const open = counts.pending - counts.waiting;
  const notes = [
    counts.waiting === 0 ? [] : [`${counts.waiting.toLocaleString('en')} to decide`],
    counts.errored === 0 ? [] : [`${counts.errored.toLocaleString('en')} failed`],
    open === 0 ? [] : [`${open.toLocaleString('en')} pending`],
  ].flat();
  return (
    <TwoLines under={notes.length === 0 ? undefined : notes.join(', ')}>
      {counts.completed.toLocaleString('en')} of {counts.total.toLocaleString('en')} done
    </TwoLines>
  );
};
