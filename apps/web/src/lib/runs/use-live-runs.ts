import { runs } from '@atelier/contracts/assistants/runs/runs';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { readAgain } from '../query.ts';
import { buildRequestPath } from '../server/api.ts';
import { subscribe } from '../server/event-stream.ts';

/**
 * Reads what is cached under `keys` again whenever the server reports a change of a run, or with `all` of any run. An empty id follows
 * nothing.
 */
export const useLiveRuns = (runId: string, keys: readonly QueryKey[]): void => {
  const client = useQueryClient();
  const onEvent = useEffectEvent(() => void readAgain(client, keys));
  // The stream of the server is outside React.
  useEffect(
    () =>
      runId === ''
        ? undefined
        : subscribe(buildRequestPath(runs.endpoints.events, { query: { runId } }), {
            onEvent: () => onEvent(),
          }),
    [runId],
  );
};
