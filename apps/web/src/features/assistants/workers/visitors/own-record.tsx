import type { WorkerRecord } from '@atelier/contracts/assistants/workers/record-shapes';
import { openFile, shortFileName } from '../../../../lib/records/record-files.ts';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { StatusBadge, type StatusTone } from '../../../../ui/feedback/status-badge.tsx';
import { Output } from '../record/output.tsx';
import { OutputActions } from '../record/output-actions.tsx';
import { readResult } from '../record/record-words.ts';
import { useOwnRecord } from './api.ts';
import type { OwnRecord as Kept } from './own-records.ts';
import classes from './visitors.module.css';

const waiting: Partial<Record<WorkerRecord['stage'], string>> = {
  HELD: 'It waits, because the agent is paused.',
  QUEUED: 'It waits for its turn.',
  WAITING: 'A person looks at the result before you get it.',
};

const toRecordBadge = ({ status, stage }: WorkerRecord): { tone: StatusTone; word: string } => {
  if (status === 'COMPLETED') return { tone: 'success', word: 'Done' };
  if (status === 'ERRORED') return { tone: 'danger', word: 'Failed' };
  if (status === 'FAILED') return { tone: 'warning', word: 'Ended without a result' };
  return stage === 'WORKING' || stage === 'DELIVERING'
    ? { tone: 'progress', word: 'Working' }
    : { tone: 'neutral', word: 'Waiting' };
};

const Result = ({ record }: { record: WorkerRecord }) => {
  const { status, stage, cause, outputText, outputFiles } = record;
  if (status === 'PENDING')
    return (
      <p className="muted margin-top-2">
        {waiting[stage] ?? 'The result appears here as soon as it is there.'}
      </p>
    );
  return (
    <>
      {status === 'COMPLETED' ? null : (
        <p className="muted margin-top-2" role="alert">
          {cause?.message ?? 'It ended without a result. Please send it again.'}
        </p>
      )}
      {outputText === '' ? null : (
        <div className={`break-anywhere ${classes.output}`}>
          <Output value={readResult(record)} />
        </div>
      )}
      {outputFiles.length === 0 ? null : (
        <ul className={`stack-2 bare ${classes.files}`} aria-label="Files of the result">
          {outputFiles.map((file) => (
            <li className="line-2 min-0" key={file.url}>
              <button type="button" className={classes.file} onClick={() => void openFile(file)}>
                {shortFileName(file.name)}
              </button>
            </li>
          ))}
        </ul>
      )}
      {outputText === '' ? null : <OutputActions record={record} />}
    </>
  );
};

/** A record of the visitor, which is read again until it has ended. */
export const OwnRecord = ({ kept: { recordId, name } }: { kept: Kept }) => {
  const { data, error } = useOwnRecord(recordId);
  const state = data && toRecordBadge(data);
  return (
    <li className="box pad-4">
      <div className="row-2-3 between">
        <h3 className="flat break-anywhere text-md">
          {data && typeof data.input === 'string' ? data.name : shortFileName(data?.name ?? name)}
        </h3>
        {state ? <StatusBadge tone={state.tone}>{state.word}</StatusBadge> : null}
      </div>
      {data ? <Result record={data} /> : null}
      {!data && error ? <p className="muted margin-top-2">{describeError(error).message}</p> : null}
    </li>
  );
};
