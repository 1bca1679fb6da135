import { runRetention } from '@atelier/contracts/assistants/runs/run-retention';
import { runs } from '@atelier/contracts/assistants/runs/runs';
import type { z } from 'zod';
import type { TextParts } from '../../../lib/json-value.tsx';
import { usePages, useRead, useWrite } from '../../../lib/query.ts';
import { useLiveRuns } from '../../../lib/runs/use-live-runs.ts';
import { inParts, useParts } from '../../../lib/runs/use-parts.ts';

const { endpoints } = runs;

export type RunFilters = Omit<z.input<typeof runs.endpoints.list.query>, 'limit' | 'cursor' | 'tenantId'>;

export const useRuns = (query: RunFilters) => usePages(endpoints.list, { query: { ...query, limit: 50 } });
/** The few runs that failed last, without those that nobody has to mend. */
export const useLatestFailures = () =>
  useRead(endpoints.list, { query: { status: 'FAILED', toMend: 'true', limit: 5 } });
export const useRunKinds = () => useRead(endpoints.kinds, {});
export const useRun = (runId: string) => useRead(endpoints.get, { params: { runId } });

/** The recorded steps of a run, read page by page. */
export const useSteps = (runId: string) => {
  const query = useParts(inParts(endpoints.steps, { params: { runId }, query: { limit: 200 } }, 'after'));
  return { query, steps: query.data?.flatMap(({ steps }) => steps) ?? [] };
};

/** Keeps a shown run up to date. */
export const useLiveRun = (runId: string): void =>
  useLiveRuns(runId, [
    [endpoints.get.path, { runId }],
    [endpoints.steps.path, { runId }],
  ]);

/** Keeps the shown list of runs up to date. */
export const useLiveRunList = (): void => useLiveRuns('all', [[endpoints.list.path]]);

/** The text of a value of a run: its input, its output, or the output of one of its steps. */
export const valueText = (runId: string, of: 'INPUT' | 'OUTPUT' | 'STEP', seq?: number): TextParts =>
  inParts(endpoints.text, { params: { runId }, query: { of, seq, from: 0 } }, 'from');

const changed = [endpoints.get, endpoints.steps, endpoints.list];

export const useCancelRun = () =>
  useWrite(endpoints.cancel, {
    refreshes: changed,
    success: 'The run is being cancelled.',
    toastFailure: true,
  });
export const useRetryRun = (onStarted: (runId: string) => void) =>
  useWrite(endpoints.retry, {
    refreshes: changed,
    toastFailure: true,
    onSuccess: ({ runId }) => onStarted(runId),
  });
export const useReplayRun = (onStarted: (runId: string) => void) =>
  useWrite(endpoints.replay, { refreshes: changed, onSuccess: ({ runId }) => onStarted(runId) });

const { endpoints: ofRetention } = runRetention;

export const useRetention = () => useRead(ofRetention.get, {});
/** Counts what a shorter time would delete. */
export const useRetentionRemoval = (days: number, enabled: boolean) =>
  useRead(ofRetention.removal, { query: { days } }, { enabled, staleTime: 0 });
export const useSaveRetention = () =>
  useWrite(ofRetention.put, { refreshes: [ofRetention.get], success: 'Setting saved.' });
