import type { RecordActivity, WorkerRecord } from '@atelier/contracts/assistants/workers/record-shapes';
import { useNavigate } from '@tanstack/react-router';
import { Ago } from '../../../../lib/ago.tsx';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { Fold } from '../../../../ui/layout/fold.tsx';
import { TextLink } from '../../../../ui/layout/text-link.tsx';
import { AgentRunView } from '../../agents/index.ts';
import { recordInList } from '../model/worker-words.ts';
import classes from './record.module.css';

/** The run that did an activity: the trace of an agent or a crew in place, a link to that of a flow. */
const Trace = ({ activity: { run, status } }: { activity: RecordActivity }) => {
  const navigate = useNavigate();
  if (run === null) return null;
  if (run.kind === 'FLOW')
    return <TextLink to={`/flows/runs/${run.runId}`}>See each step of the flow</TextLink>;
  return (
    <Fold label="What happened, step by step" isForced={status === 'PENDING'}>
      {(isShown) =>
        isShown ? (
          <AgentRunView
            key={run.runId}
            runId={run.runId}
            onContinued={(id) => void navigate({ to: '/agent-run', search: { id } })}
          />
        ) : null
      }
    </Fold>
  );
};

const Activity = ({ activity, record }: { activity: RecordActivity; record: WorkerRecord }) => {
  const isOpen = activity.status === 'PENDING';
  const { label, tone } = recordInList({ ...activity, stage: isOpen ? record.stage : 'ENDED' });
  return (
    <li className={`stack-2 one-column ${classes.activity}`} data-status={activity.status}>
      <div className="row-1-3">
        <strong>{activity.title}</strong>
        <StatusBadge tone={tone}>{label}</StatusBadge>
        <span className="note push">
          <Ago at={activity.endedAt ?? activity.startedAt} />
        </span>
      </div>
      {activity.detail === '' ? null : <p className="note">{activity.detail}</p>}
      {activity.cause === null ? null : (
        <p className="flat danger" role="alert">
          {activity.cause.message}
        </p>
      )}
      <Trace activity={activity} />
    </li>
  );
};

/** The activities of a record, in the order of time. */
export const Activities = ({ record }: { record: WorkerRecord }) =>
  record.activities.length === 0 ? (
    <p className="note">
      {record.stage === 'HELD'
        ? 'The worker is paused. It begins when somebody resumes it.'
        : 'It begins in a moment.'}
    </p>
  ) : (
    <ol className="stack-4 bare">
      {record.activities.map((activity) => (
        <Activity key={activity.at} activity={activity} record={record} />
      ))}
    </ol>
  );
