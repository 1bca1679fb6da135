import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import type { PayloadOf } from '../../../../kernel/context/define-job.ts';
import { orderFlowRun } from '../engine/flow-rules.ts';
import { triggerCode, triggerInput } from '../triggers/read-schedule.ts';
import { triggerRepository } from '../triggers/trigger-repository.ts';
import type { productEvent } from './product-event.ts';
import { type Facts, readFacts } from './read-facts.ts';

/** Starts the run of one trigger, unless an earlier delivery of the event has done so. */
const start = async (
  tx: TxCtx,
  { flowId, name }: { flowId: string; name: string },
  { facts, eventId }: { facts: Facts; eventId: string },
): Promise<void> => {
  const { payload, ofFlows, failedRunId } = facts;
  if (ofFlows.includes(flowId)) return;
  const found = await triggerRepository.findStart(tx.db, flowId);
  const trigger = found?.content?.triggers.find((each) => each.name === name);
  if (!trigger || found?.status !== 'ENABLED' || found.versionId === null) return;
  const code = triggerCode(trigger);
  if (code?.kind !== 'app-event') return;
  if (!code.accepts(triggerInput(trigger, code), payload)) return;
  const place = { flowId, versionId: found.versionId, environment: 'PRODUCTION', depth: 0 } as const;
  const input = { ...place, trigger: name, payload, ...(failedRunId !== undefined && { failedRunId }) };
  await orderFlowRun(tx, found.settings, input, `${eventId} ${name} ${flowId}`);
};

/** Starts the flows that wait for an event of the product. It may be called again for the same event. */
export const startByEvent = async (ctx: Ctx, event: PayloadOf<typeof productEvent>): Promise<void> =>
  ctx.tx(async (tx) => {
    const triggers = await triggerRepository.listWaitingFor(tx.db, event.event);
    const facts = triggers.length === 0 ? undefined : await readFacts(tx, event);
    if (!facts) return;
    for (const trigger of triggers) await start(tx, trigger, { facts, eventId: event.id });
  });
