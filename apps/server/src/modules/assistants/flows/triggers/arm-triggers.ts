import type { FlowTrigger } from '@atelier/contracts/assistants/flows/flow-model';
import { z } from 'zod';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { defineJob } from '../../../../kernel/context/define-job.ts';
import { publishObject } from '../../../../kernel/http/public-objects.ts';
import { nextFire, readSchedule, triggerCode, triggerInput } from './schedule.ts';
import { triggerRepository } from './trigger-repository.ts';

/** Fires a schedule at the time for which it was ordered. */
export const fireJob = defineJob({
  name: 'flows.fire',
  input: z.object({ flowId: z.string(), trigger: z.string(), at: z.iso.datetime() }),
});

/** Asks the source of a polling trigger at the time for which it was ordered. */
export const pollJob = defineJob({
  name: 'flows.poll',
  input: z.object({ flowId: z.string(), trigger: z.string(), at: z.iso.datetime() }),
});

/** Orders the next look at a source. There is one for each trigger; a later order replaces it. */
export const orderPoll = (tx: TxCtx, flowId: string, trigger: string, at: Date): Promise<void> =>
  tx.enqueue(
    pollJob,
    { flowId, trigger, at: at.toISOString() },
    { key: `flows.poll ${flowId} ${trigger}`, runAt: at },
  );

/** Orders the job that fires a schedule. There is one for each trigger; a later order replaces it. */
export const orderFire = (tx: TxCtx, flowId: string, trigger: string, at: Date): Promise<void> =>
  tx.enqueue(
    fireJob,
    { flowId, trigger, at: at.toISOString() },
    { key: `flows.fire ${flowId} ${trigger}`, runAt: at },
  );

/** Stores a trigger, and orders what it does next. */
const arm = async (tx: TxCtx, flowId: string, trigger: FlowTrigger, isOn: boolean): Promise<void> => {
  const code = triggerCode(trigger);
  const kind = code?.kind ?? 'none';
  const events = isOn && code?.kind === 'app-event' ? [...code.events] : [];
  const schedule = isOn ? readSchedule(trigger) : undefined;
  const polls = isOn && kind === 'polling';
  const fireAt = schedule ? nextFire(schedule, tx.now()) : null;
  // The first look at a source says what is old, so it comes at once.
  const nextAt = polls ? tx.now() : fireAt;
  await triggerRepository.put(tx.db, { flowId, name: trigger.name, kind, nextAt, events });
  if (nextAt) await (polls ? orderPoll : orderFire)(tx, flowId, trigger.name, nextAt);
};

const callingSites = (trigger: FlowTrigger): string[] => {
  const code = triggerCode(trigger);
  return code?.kind === 'webhook' ? (code.callingSites?.(triggerInput(trigger, code)) ?? []) : [];
};

/** Makes the triggers of a flow follow its published version and its state. */
export const armTriggers = async (tx: TxCtx, flowId: string): Promise<void> => {
  const start = await triggerRepository.findStart(tx.db, flowId);
  const triggers = start?.content?.triggers ?? [];
  await triggerRepository.removeOthers(
    tx.db,
    flowId,
    triggers.map(({ name }) => name),
  );
  const isOn = start?.status === 'ENABLED';
  await publishObject(tx, { id: flowId, kind: 'FLOW', frameSites: triggers.flatMap(callingSites) });
  for (const trigger of triggers) await arm(tx, flowId, trigger, isOn);
};
