import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { ControlPlan } from '@atelier/pieces';
import { z } from 'zod';
import { sendApprovalLinks } from '../../runs/index.ts';
import type { Execution } from './execution.ts';
import { beginEntryFor } from './journal-names.ts';
import type { ControlStep } from './run-control.ts';

type ApprovalPlan = Extract<ControlPlan, { kind: 'approval' }>;

/** The signals with which approvals are decided begin with this. */
export const approvalSignal = '@approval/';

/** A decision as it is recorded. */
export const Decision = z.object({
  approved: z.boolean(),
  by: z.string().nullable(),
  comment: z.string(),
  timedOut: z.boolean(),
});
export type Decision = z.infer<typeof Decision>;

const year = 365 * 24 * 3600 * 1000;

/** Waits for a decision. */
export const askForApproval = async (
  { run }: Execution,
  { name, options }: ControlStep,
  plan: ApprovalPlan,
): Promise<JsonValue> => {
  const { title, message, to, timeoutMs = year } = plan;
  // The token is not recorded: everybody who may read a run may read its journal.
  await run.step(beginEntryFor(name), () => ({ kind: 'approval', title, message }), options);
  const signal = `${approvalSignal}${name}`;
  if (to.length > 0) await sendApprovalLinks(run, { entry: `@mail/${name}`, signal, title, message, to });
  const decision = await run.waitFor(signal, {
    schema: Decision,
    timeoutMs,
    onTimeout: () => ({ approved: false, by: null, comment: '', timedOut: true }),
  });
  return run.step(name, () => decision, options);
};
