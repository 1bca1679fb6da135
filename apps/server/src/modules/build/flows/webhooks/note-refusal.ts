import { AppError, fail } from '../../../../kernel/base/errors.ts';
import { Recent } from '../../../../kernel/cache/remembered.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { startHere } from '../../../../kernel/runs/requests/index.ts';
import { defineService } from '../../../../kernel/services/services.ts';
import { type FlowRunInput, flowRunType } from '../engine/flow-run-type.ts';
import type { Arriving } from './read-call.ts';

/** The most refused calls of a flow in a minute that its history shows, so that strangers cannot fill it. */
const mostInMinute = 5;
const minuteMs = 60_000;
const mostFlows = 1000;

interface Counted {
  since: number;
  calls: number;
}

const refusals = defineService({ name: 'flows.refusals', create: () => new Recent<Counted>(mostFlows) });

const isShown = (ctx: Ctx, flowId: string): boolean => {
  const counts = ctx.use(refusals);
  const now = ctx.now().getTime();
  const known = counts.get(flowId);
  const counted = known && now - known.since < minuteMs ? known : { since: now, calls: 0 };
  counts.set(flowId, { ...counted, calls: counted.calls + 1 });
  return counted.calls < mostInMinute;
};

const shownHeaders = ['content-type', 'content-encoding', 'user-agent'];

/** The length that the sender states; null when it states none. */
const lengthOf = ({ 'content-length': length }: Arriving['headers']): number | null =>
  length === undefined ? null : Number(length);

/** What the history shows of a call: nothing of its body, which could not be read. */
const payloadOf = ({ method, headers, address }: Arriving): FlowRunInput['payload'] => {
  const shown = shownHeaders.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value.slice(0, 200)] as const] : [];
  });
  return { method, headers: Object.fromEntries(shown), bytes: lengthOf(headers), address, body: null };
};

/** The kinds of failures for which the sender is to blame, and that the owner of the flow should know of. */
const shownKinds = new Set(['invalid', 'too_large', 'unsupported', 'limit']);

/** Shows a call that could not be read as a failed run in the history of its flow, a few times a minute. */
export const noteRefusal = async (
  ctx: Ctx,
  run: Pick<FlowRunInput, 'flowId' | 'versionId' | 'trigger'>,
  { arriving, error }: { arriving: Arriving; error: unknown },
): Promise<void> => {
  if (!(error instanceof AppError) || !shownKinds.has(error.kind) || !isShown(ctx, run.flowId)) return;
  const { code, message } = error;
  const input = {
    ...run,
    ...({ environment: 'PRODUCTION', depth: 0, payload: payloadOf(arriving) } as const),
    refusal: { code, message },
  };
  const subject = { subjectId: run.flowId, scopeId: run.flowId };
  if ((await startHere(ctx, flowRunType, { ...subject, input })) === null) fail('server.internal');
};
