import type { WorkerRecord } from '@atelier/contracts/build/workers/record-shapes';
import { Button } from '@mantine/core';
import { IconDownload, IconFileText } from '@tabler/icons-react';
import { CopyButton } from '../../../../ui/content/copy-button.tsx';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { Decision } from './decision.tsx';
import { Feedback } from './feedback.tsx';
import { Output } from './output.tsx';
import classes from './record.module.css';
import { resultOf } from './record-words.ts';
import { saveText } from './save-text.ts';

const isEmpty = ({ outputText, outputData }: WorkerRecord): boolean =>
  outputText === '' && outputData === null;

const nothingYet = ({ status, stage, cause }: WorkerRecord): string => {
  if (status === 'ERRORED') return cause?.message ?? 'It failed. See under Activity what went wrong.';
  if (status === 'FAILED') return cause?.message ?? 'It ended without a result.';
  return stage === 'HELD'
    ? 'The worker is paused.'
    : 'There is no result yet. This page shows it as soon as there is one.';
};

/** The result of a record, with what may be done with it. */
export const OutputPanel = ({ record }: { record: WorkerRecord }) => (
  <Panel
    title="Output"
    actions={
      isEmpty(record) ? undefined : (
        <div className={classes.outputActions}>
          <CopyButton value={record.outputText} label="Copy the output" withText size="xs" />
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={15} />}
            onClick={() => saveText(record.outputText)}
          >
            Download
          </Button>
        </div>
      )
    }
  >
    <div className={classes.output}>
      {isEmpty(record) ? (
        <p className={record.status === 'ERRORED' ? classes.failure : classes.note}>{nothingYet(record)}</p>
      ) : (
        <Output value={resultOf(record)} />
      )}
      {record.actions.length === 0 ? null : <Decision record={record} />}
      {record.outputFiles.length === 0 ? null : (
        <ul className={classes.files} aria-label="Files of the result">
          {record.outputFiles.map((file) => (
            <li key={file.url}>
              <a className={classes.file} href={file.url} target="_blank" rel="noopener">
                <IconFileText size={18} aria-hidden="true" />
                <span>{file.name}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
      {record.endedAt === null || isEmpty(record) || record.abilities['canOperate'] !== true ? null : (
        <Feedback record={record} />
      )}
    </div>
  </Panel>
);
