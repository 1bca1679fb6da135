import { defineService } from '../../../../kernel/services/services.ts';
import type { FlowResponse } from './flow-run-type.ts';

type Take = (response: FlowResponse) => void;

/** Hands the responses of runs to the requests of this process that wait for them. */
const createResponses = () => {
  const waiting = new Map<string, Take>();
  /** Responses that came before their request was known to wait: a run may respond while its start is being answered. */
  const early = new Map<string, FlowResponse>();
  const mostEarly = 200;
  return {
    give(runId: string, response: FlowResponse): void {
      const take = waiting.get(runId);
      if (take) return take(response);
      early.set(runId, response);
      const [oldest] = early.keys();
      if (early.size > mostEarly && oldest !== undefined) early.delete(oldest);
    },
    /** Calls `take` with the response, at once when it is there already. Returns the function that stops waiting. */
    expect(runId: string, take: Take): () => void {
      const there = early.get(runId);
      early.delete(runId);
      if (there) take(there);
      else waiting.set(runId, take);
      return () => void waiting.delete(runId);
    },
  };
};

export const responses = defineService({ name: 'flows.responses', create: createResponses });
