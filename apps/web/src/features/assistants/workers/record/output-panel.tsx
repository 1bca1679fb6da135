import type { WorkerRecord } from '@atelier/contracts/assistants/workers/record-shapes';
import { useState } from 'react';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { Decision } from './decision.tsx';
import { Document } from './document.tsx';
import { DocumentList } from './document-list.tsx';
import { Feedback } from './feedback.tsx';
import { Output } from './output.tsx';
import { OutputActions } from './output-actions.tsx';
import { readResult } from './record-words.ts';

const isEmpty = ({ outputText, outputData }: WorkerRecord): boolean =>
  outputText === '' && outputData === null;

const nothingYet = ({ status, stage, cause }: WorkerRecord): string => {
  if (status === 'ERRORED') return cause?.message ?? 'It failed. See under Activity what went wrong.';
  if (status === 'FAILED') return cause?.message ?? 'It ended without a result.';
  return stage === 'HELD'
    ? 'The worker is paused.'
    : 'There is no result yet. This page shows it as soon as there is one.';
};

/** The files that the worker made. */
const Results = ({ record: { recordId, outputFiles } }: { record: WorkerRecord }) => {
  const [shownId, setShownId] = useState<string>();
  const shown = outputFiles.find(({ id }) => id === shownId);
  return (
    <>
      <DocumentList label="Files of the result" files={outputFiles} shownId={shownId} onShow={setShownId} />
      {shown ? <Document key={shown.id} recordId={recordId} file={shown} /> : null}
    </>
  );
};

/** The result of a record, with what may be done with it. */
export const OutputPanel = ({ record }: { record: WorkerRecord }) => (
  <Panel title="Output" actions={isEmpty(record) ? undefined : <OutputActions record={record} />}>
    <div className="stack-4 one-column">
      {isEmpty(record) ? (
        <p className={record.status === 'ERRORED' ? 'flat danger' : 'note'}>{nothingYet(record)}</p>
      ) : (
        <Output value={readResult(record)} />
      )}
      {record.actions.length === 0 ? null : <Decision record={record} />}
      {record.outputFiles.length === 0 ? null : <Results record={record} />}
      {record.endedAt === null || isEmpty(record) || record.abilities['canOperate'] !== true ? null : (
        <Feedback record={record} />
      )}
    </div>
  </Panel>
);
