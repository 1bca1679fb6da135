import type { FlowApproval } from '@atelier/contracts/build/flows/flow-run-shapes';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import { z } from 'zod';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../../kernel/context/context.ts';
import type { Anonymous } from '../../../../../kernel/module/exchange.ts';
import { openSignalToken, sendSignal } from '../../../../../kernel/runs/requests/index.ts';
import { isTerminal, subjectRuns } from '../../../../../kernel/runs/view/index.ts';
import { findTenant } from '../../../../account/tenancy/index.ts';
import { approvalSignal, type Decision } from '../../engine/ask-for-approval.ts';
import { flowBranchKind, flowRunKind } from '../../engine/flow-run-type.ts';
import { beginningOf } from '../../engine/journal-names.ts';
import { flowRepository } from '../../repository.ts';

/** A wait of a run that a token leads to. */
export interface OpenedToken {
  ctx: Ctx;
  runId: string;
  /** The name of the signal. */
  name: string;
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
  if (tenant?.status !== 'ACTIVE') fail('flows.nothing_waits');
  return { ctx: anonymous.forTenant(tenantId, { kind: 'system', name: 'flows.token' }), runId, name };
};

const Asked = z.object({ title: z.string(), message: z.string() });

const readAsked = async (tx: TxCtx, { runId, name }: OpenedToken): Promise<FlowApproval> => {
  const step = name.slice(approvalSignal.length);
  const asked = await subjectRuns.findResult(tx.db, runId, beginningOf(step));
  const text = Asked.safeParse(parseJson(asked?.text ?? ''));
  if (!asked || !text.success) return fail('flows.nothing_waits');
  const kinds = [flowRunKind, flowBranchKind];
  const run = await subjectRuns.find(tx.db, { id: runId, kinds, parts: ['flowId'], visible: undefined });
  const flow = await flowRepository.find(tx.db, run?.subjectId ?? '');
  const decided = await subjectRuns.findResult(tx.db, runId, step);
  const isOpen = !isTerminal(asked.status) && (decided?.text ?? null) === null;
  return { ...text.data, flowName: flow?.name ?? '', isOpen };
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
    const { isOpen } = await readAsked(tx, opened);
    if (!isOpen || !(await sendSignal(tx, { runId, name, payload, id: `decision ${name}` })))
      fail('flows.nothing_waits');
  });
  return { approved };
};
