import type { AgentRunEvent } from '@atelier/contracts/assistants/agents/agent-run-shapes';
import { agentRunEvents } from '@atelier/contracts/assistants/agents/agent-run-shapes';
import { agentRuns } from '@atelier/contracts/assistants/agents/agent-runs';
import { useEffect, useState } from 'react';
import type { TextParts } from '../../../../lib/json-value.tsx';
import { useRead, useWrite } from '../../../../lib/query.ts';
import { inParts } from '../../../../lib/runs/use-parts.ts';
import { buildRequestPath } from '../../../../lib/server/api.ts';
import type { ApiError } from '../../../../lib/server/api-error.ts';
import { type StreamEvent, subscribe } from '../../../../lib/server/event-stream.ts';
import { afterEvent, type LiveRun, nothingLive } from './live-run.ts';

const { endpoints } = agentRuns;
const lists = [endpoints.list];

export const useAgentRun = (runId: string) => useRead(endpoints.get, { params: { runId }, query: {} });
export const useCancelAgentRun = () => useWrite(endpoints.cancel, { refreshes: lists, toastFailure: true });
export const useRetryAgentRun = () => useWrite(endpoints.retry, { refreshes: lists, toastFailure: true });
export const useDecide = () => useWrite(endpoints.decide, { refreshes: lists });

/** The whole of the result of a step. */
export const stepText = (runId: string, at: number): TextParts =>
  inParts(endpoints.text, { params: { runId }, query: { at, from: 0 } }, 'from');

/** Reads an event; undefined for one that this page does not know. */
const parseRunEvent = ({ event, data }: StreamEvent): AgentRunEvent | undefined => {
  if (!(event in agentRunEvents)) return undefined;
  const read = agentRunEvents[event as keyof typeof agentRunEvents].safeParse(data);
  return read.success ? ({ event, data: read.data } as AgentRunEvent) : undefined;
};

interface FollowedRun {
  run: LiveRun;
  /** Why the run cannot be shown; null while it can. */
  refusal: ApiError | null;
}

/** Follows a run until it has ended. Give the component that calls it the id of the run as its key. */
export const useLiveRun = (runId: string): FollowedRun => {
  const [run, setRun] = useState(nothingLive);
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  // The stream of the server is outside React.
  useEffect(() => {
    const stop = subscribe(buildRequestPath(endpoints.events, { params: { runId } }), {
      onEvent: (received) => {
        const event = parseRunEvent(received);
        if (!event) return;
        setRun((before) => afterEvent(before, event));
        if (event.event === 'state' && event.data.endedAt !== null) stop();
      },
      onRefused: setRefusal,
    });
    return stop;
  }, [runId]);
  return { run, refusal };
};
