import { runs } from '@atelier/contracts/operate/runs/runs';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { pathOf } from '../../../lib/server/api.ts';
import { subscribe } from '../../../lib/server/event-stream.ts';

const { endpoints } = runs;

/** Reads a run, or the list when no run is given, again whenever the server reports a change. */
export const useLiveRuns = (runId?: string): void => {
  const client = useQueryClient();
  useEffect(() => {
    const keys =
      runId === undefined
        ? [[endpoints.list.path]]
        : [
            [endpoints.get.path, { runId }],
            [endpoints.steps.path, { runId }],
          ];
    const readAgain = () => {
      for (const queryKey of keys) void client.invalidateQueries({ queryKey });
    };
    return subscribe(pathOf(endpoints.events, { query: { runId: runId ?? 'all' } }), { onEvent: readAgain });
  }, [client, runId]);
};
