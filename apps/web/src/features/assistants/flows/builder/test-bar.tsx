import type { FlowRunDetails } from '@atelier/contracts/assistants/flows/flow-run-shapes';
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { TextLink } from '../../../../ui/layout/text-link.tsx';
import { flowRunWords } from '../model/run-words.ts';
import classes from './builder.module.css';

/** The progress of the test that is drawn on the canvas. */
export const TestBar = ({ run, onClose }: { run: FlowRunDetails; onClose: () => void }) => {
  const { label, tone } = flowRunWords[run.status];
  return (
    <div className={classes.testBar} role="status">
      <StatusBadge tone={tone}>{`Test: ${label}`}</StatusBadge>
      {run.cause ? <span className={classes.testCause}>{run.cause.message}</span> : null}
      <TextLink to={`/flows/runs/${run.runId}`}>See each step</TextLink>
      <ActionIcon aria-label="Hide the test" onClick={onClose}>
        <IconX size={16} />
      </ActionIcon>
    </div>
  );
};
