import type { FlowApproval, FlowApprovalState } from '@atelier/contracts/build/flows/flow-run-shapes';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import { z } from 'zod';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../../kernel/context/context.ts';
import type { Anonymous } from '../../../../../kernel/module/exchange.ts';
import { openSignalToken, sendSignal } from '../../../../../kernel/runs/requests/index.ts';
import { isTerminal, subjectRuns } from '../../../../../kernel/runs/view/index.ts';
import { findTenant } from '../../../../account/tenancy/index.ts';
import { approvalSignal, Decision } from '../../engine/ask-for-approval.ts';
import { flowBranchKind, flowRunKind } from '../../engine/flow-run-type.ts';
import { beginningOf } from '../../engine/journal-names.ts';
import { flowRepository } from '../../repository.ts';

/** A wait of a run that a token leads to. */
export interface OpenedToken {
  ctx: Ctx;
  runId: string;
  /** The name of the signal. */
  name: string;
  companyName: string;
}

/** Returns the wait that a token leads to. Throws `flows.nothing_waits` for every token that this server did not make. */
export const openToken = async (
  anonymous: Anonymous,
  token: string,
  signal: string,
): Promise<OpenedToken> => {
  const address = openSignalToken(anonymous.services.secrets, token);
  if (!address?.name.startsWith(signal)) return fail('flows.nothing_waits');
  const { tenantId, runId, name } = address;
  const tenant = await anonymous.globally((db) => findTenant(db, tenantId));
  if (tenant?.status !== 'ACTIVE') return fail('flows.nothing_waits');
  const ctx = anonymous.forTenant(tenantId, { kind: 'system', name: 'flows.token' });
  return { ctx, runId, name, companyName: tenant.tenantName };
};

const Asked = z.object({ title: z.string(), message: z.string() });

const stateOf = (isEnded: boolean, decision: Decision | undefined): FlowApprovalState => {
  if (!decision) return isEnded ? 'ENDED' : 'OPEN';
  if (decision.timedOut) return 'EXPIRED';
  return decision.approved ? 'APPROVED' : 'REJECTED';
};

const outcomeOf = (
  isEnded: boolean,
  decision: Decision | undefined,
): Pick<FlowApproval, 'state' | 'decidedBy' | 'comment'> => ({
  state: stateOf(isEnded, decision),
  decidedBy: decision?.by ?? null,
  comment: decision?.comment ?? '',
});

const readAsked = async (tx: TxCtx, { runId, name, companyName }: OpenedToken): Promise<FlowApproval> => {
  const step = name.slice(approvalSignal.length);
  const asked = await subjectRuns.findResult(tx.db, runId, beginningOf(step));
  const text = Asked.safeParse(parseJson(asked?.text ?? ''));
  if (!asked || !text.success) return fail('flows.nothing_waits');
  const kinds = [flowRunKind, flowBranchKind];
  const run = await subjectRuns.find(tx.db, { id: runId, kinds, parts: ['flowId'], visible: undefined });
  const flow = await flowRepository.find(tx.db, run?.subjectId ?? '');
  const decided = await subjectRuns.findResult(tx.db, runId, step);
  const { data: decision } = Decision.safeParse(parseJson(decided?.text ?? ''));
  const outcome = outcomeOf(isTerminal(asked.status), decision);
  return { ...text.data, ...outcome, flowName: flow?.name ?? '', companyName };
};

/** Throws `flows.nothing_waits`. */
export const getApproval = async (anonymous: Anonymous, token: string): Promise<FlowApproval> => {
  const opened = await openToken(anonymous, token, approvalSignal);
  return opened.ctx.tx((tx) => readAsked(tx, opened));
};

/** Decides an approval; the first decision counts. Throws `flows.nothing_waits`. */
export const decide = async (
  anonymous: Anonymous,
  token: string,
  { approved, comment }: { approved: boolean; comment: string },
): Promise<{ approved: boolean }> => {
  const opened = await openToken(anonymous, token, approvalSignal);
  const { ctx, runId, name } = opened;
  const { own } = anonymous;
  const by = own && 'name' in own.actor && own.tenantId === ctx.tenantId ? own.actor.name : null;
  const payload: Decision = { approved, by, comment, timedOut: false };
  await ctx.tx(async (tx) => {
    const { state } = await readAsked(tx, opened);
    if (state !== 'OPEN' || !(await sendSignal(tx, { runId, name, payload, id: `decision ${name}` })))
      fail('flows.nothing_waits');
  });
  return { approved };
};
