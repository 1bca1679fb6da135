import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isOpen } from '../../../lib/runs/run-words.ts';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { SidePanel } from '../../../ui/layout/side-panel.tsx';
import { type RunState } from './model/test-words.ts';

interface RunPanelProps<R extends RunState> {
  title: string;
  query: UseQueryResult<R>;
  errorTitle: string;
  cancel: { label: string; isPending: boolean; onRun: () => void };
  onClose: () => void;
  children: (run: R) => ReactNode;
}

/** A run of test questions or of an attack, which may still be going on and can be cancelled then. */
export const RunPanel = <R extends RunState>({
  title,
  query,
  errorTitle,
  cancel,
  onClose,
  children,
}: RunPanelProps<R>) => (
  <SidePanel
    opened
    size="xl"
    onClose={onClose}
    title={title}
    footer={
      query.data && isOpen(query.data) ? (
        <Button variant="default" loading={cancel.isPending} onClick={cancel.onRun}>
          {cancel.label}
        </Button>
      ) : undefined
    }
  >
    <QueryView query={query} errorTitle={errorTitle}>
      {children}
    </QueryView>
  </SidePanel>
);

/** The progress of a run, and why it failed. */
export const RunProgress = ({ run, done, verb }: { run: RunState; done: number; verb: string }) => (
  <>
    {isOpen(run) ? (
      <ProgressBar
        withText
        value={done / run.questions}
        label={`${done} of ${run.questions} questions ${verb}`}
      />
    ) : null}
    {run.failure === null ? null : <StatusBadge tone="danger">{run.failure}</StatusBadge>}
  </>
);
