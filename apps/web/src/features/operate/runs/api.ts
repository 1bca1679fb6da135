import { runRetention } from '@atelier/contracts/assistants/runs/run-retention';
import { runs } from '@atelier/contracts/assistants/runs/runs';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { buildQueryKey, usePages, useRead, useWrite } from '../../../lib/query.ts';
import { useLiveRuns } from '../../../lib/runs/use-live-runs.ts';
import { call } from '../../../lib/server/api.ts';

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
  const params = { runId };
  const query = useInfiniteQuery({
    queryKey: buildQueryKey(endpoints.steps, { params }),
    initialPageParam: 0,
    queryFn: ({ pageParam: after }) => call(endpoints.steps, { params, query: { after, limit: 200 } }),
    getNextPageParam: (last) => last.next,
  });
  return { query, steps: query.data?.pages.flatMap(({ steps }) => steps) ?? [] };
};

/** Keeps a shown run up to date. */
export const useLiveRun = (runId: string): void =>
  useLiveRuns(runId, [
    [endpoints.get.path, { runId }],
    [endpoints.steps.path, { runId }],
  ]);

/** Keeps the shown list of runs up to date. */
export const useLiveRunList = (): void => useLiveRuns('all', [[endpoints.list.path]]);

/** Identifies a value of a run: its input, its output, or the output of one of its steps. */
export interface ValuePlace {
  runId: string;
  of: 'INPUT' | 'OUTPUT' | 'STEP';
  seq?: number;
}

/** Reads the text of a value piece by piece, once it is requested. */
export const usePieces = ({ runId, of, seq }: ValuePlace, enabled: boolean) => {
  const place = seq === undefined ? { of } : { of, seq };
  return useInfiniteQuery({
    queryKey: buildQueryKey(endpoints.text, { params: { runId }, query: place }),
    enabled,
    initialPageParam: 0,
    queryFn: ({ pageParam: from }) => call(endpoints.text, { params: { runId }, query: { ...place, from } }),
    getNextPageParam: (last) => last.next,
  });
};

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
