import type { Worker } from '@atelier/contracts/assistants/workers/worker-shapes';
import { Stat, StatRow } from '../../../../ui/layout/stat.tsx';
import { TextLink } from '../../../../ui/layout/text-link.tsx';
import { useLiveRecords } from '../record/api.ts';
import { GiveWork } from './give-work.tsx';
import { RecordTable } from './record-table.tsx';

/** The figures of a worker, a place to give it work, and its records, live. */
export const Dashboard = ({ worker }: { worker: Worker }) => {
  const { total, pending, waiting, completed, errored, failed } = worker.records;
  useLiveRecords(worker.workerId);
  return (
    <div className="stack-5 one-column">
      <StatRow>
        <Stat label="Records" value={total.toLocaleString('en')} />
        <Stat
          label="To decide"
          value={waiting.toLocaleString('en')}
          {...(waiting === 0
            ? {}
            : {
                hint: <TextLink to={`/worker?id=${worker.workerId}&status=WAITING`}>Show them</TextLink>,
              })}
        />
        <Stat label="Pending" value={(pending - waiting).toLocaleString('en')} />
        <Stat label="Completed" value={completed.toLocaleString('en')} />
        <Stat
          label="Failed"
          value={errored.toLocaleString('en')}
          {...(failed === 0 ? {} : { hint: `and ${failed.toLocaleString('en')} rejected or cancelled` })}
        />
      </StatRow>
      {worker.status === 'DEACTIVATED' ? null : <GiveWork worker={worker} />}
      <RecordTable worker={worker} />
    </div>
  );
};
