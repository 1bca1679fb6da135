import { neverCalled, OutboundError } from '../../../../../kernel/outbound/outbound.ts';
import { RunFailure } from '../../../../../kernel/runs/index.ts';
import type { OutputKind } from './output-kind.ts';

const largestAnswer = 64 * 1024;
const longestCallMs = 30_000;

const refused = (message: string): RunFailure => new RunFailure({ code: 'workers.not_delivered', message });

const toHost = (url: string): string => new URL(url).host;

/** Sends the result as JSON. The header `Idempotency-Key` is the same at every attempt. */
export const webhookOutput: OutputKind<'WEBHOOK'> = {
  title: ({ url }) => `Sent to ${toHost(url)}`,
  deliver: async (run, { order, output, result, name, key }) => {
    const { url } = output;
    const body = JSON.stringify({
      recordId: order.recordId,
      workerId: order.workerId,
      name: order.name,
      output: result.data ?? result.text,
      text: result.text,
    });
    return run.outward(name, { key, retry: { attempts: 4 } }, async ({ signal }) => {
      try {
        const response = await run.ctx.services.outbound.fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': key },
          body,
          signal,
          maxBytes: largestAnswer,
          timeoutMs: longestCallMs,
        });
        await response.body?.cancel();
        if (response.ok) return `Answered with status ${response.status}`;
        throw refused(`${toHost(url)} answered with status ${response.status}. Please check the address.`);
      } catch (error) {
        if (!(error instanceof OutboundError)) throw error;
        throw refused(
          neverCalled(error) ? error.message : `${toHost(url)} could not be reached. ${error.message}`,
        );
      }
    });
  },
};
