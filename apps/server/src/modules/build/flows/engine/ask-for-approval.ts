import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { ControlPlan } from '@atelier/pieces';
import { z } from 'zod';
import type { RunContext } from '../../../../kernel/runs/index.ts';
import type { Execution } from './execution.ts';
import { beginningOf } from './journal-names.ts';
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

/** Sends the link to everybody who may decide. A mail may arrive twice after a crash, which does no harm. */
const sendLinks = (run: RunContext, name: string, { title, message, to }: ApprovalPlan): Promise<unknown> => {
  const { config, mailer } = run.ctx.services;
  const link = `${config.server.publicUrl ?? ''}/approvals/${run.token(`${approvalSignal}${name}`)}`;
  const text = `${message}\n\nApprove or reject: ${link}\n`;
  return run.outward(`@mail/${name}`, { repeat: 'with-key' }, async () => {
    for (const address of to)
      await mailer.send({
        to: address,
        subject: title,
        text,
        html: `<p>${escaped(message)}</p><p><a href="${escaped(link)}">Approve or reject</a></p>`,
      });
    return { sent: to.length };
  });
};

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`).replaceAll('\n', '<br>');

/** Waits for a decision. */
export const askForApproval = async (
  { run }: Execution,
  { name, options }: ControlStep,
  plan: ApprovalPlan,
): Promise<JsonValue> => {
  const { title, message, to, timeoutMs = year } = plan;
  // The token is not recorded: everybody who may read a run may read its journal.
  await run.step(beginningOf(name), () => ({ kind: 'approval', title, message }), options);
  if (to.length > 0) await sendLinks(run, name, plan);
  const decision = await run.waitFor(`${approvalSignal}${name}`, {
    schema: Decision,
    timeoutMs,
    onTimeout: () => ({ approved: false, by: null, comment: '', timedOut: true }),
  });
  return run.step(name, () => decision, options);
};
