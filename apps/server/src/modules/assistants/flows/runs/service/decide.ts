import type { FlowApproval, FlowApprovalState } from '@atelier/contracts/assistants/flows/flow-run-shapes';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import { and } from 'drizzle-orm';
import { z } from 'zod';
import { AppError, fail } from '../../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../../kernel/context/context.ts';
import type { Anonymous } from '../../../../../kernel/module/exchange.ts';
import { runs } from '../../../../../kernel/runs/index.ts';
import { openSignalToken, sendSignal } from '../../../../../kernel/runs/requests/index.ts';
import { isTerminal, subjectRuns } from '../../../../../kernel/runs/view/index.ts';
import { findTenant } from '../../../../account/tenancy/index.ts';
import { type ApprovalKind, approvalKinds, type Verdict, type Wait } from '../../approvals/approval-kinds.ts';
import { approvalSignal, Decision } from '../../engine/ask-for-approval.ts';
import { flowBranchKind, flowRunKind } from '../../engine/flow-run-type.ts';
import { beginEntryFor } from '../../engine/journal-names.ts';
import { canWriteFlow } from '../../policy.ts';
import { flowRepository, namedFlow } from '../../repository.ts';
import { visibleFlows, visibleInFlows } from '../../visible-flows.ts';

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

const toApprovalState = (isEnded: boolean, decision: Decision | undefined): FlowApprovalState => {
  if (!decision) return isEnded ? 'ENDED' : 'OPEN';
  if (decision.timedOut) return 'EXPIRED';
  return decision.approved ? 'APPROVED' : 'REJECTED';
};

const toApprovalOutcome = (
  isEnded: boolean,
  decision: Decision | undefined,
): Pick<FlowApproval, 'state' | 'decidedBy' | 'comment'> => ({
  state: toApprovalState(isEnded, decision),
  decidedBy: decision?.by ?? null,
  comment: decision?.comment ?? '',
});

const readAsked = async (
  tx: TxCtx,
  { runId, name }: Wait,
): Promise<Omit<FlowApproval, 'companyName'> | undefined> => {
  const step = name.slice(approvalSignal.length);
  const asked = await subjectRuns.findResult(tx.db, runId, beginEntryFor(step));
  const text = Asked.safeParse(parseJson(asked?.text ?? ''));
  if (!asked || !text.success) return undefined;
  const kinds = [flowRunKind, flowBranchKind];
  const run = await subjectRuns.find(tx.db, { id: runId, kinds, parts: ['flowId'], visible: undefined });
  const flow = await flowRepository.find(tx.db, run?.subjectId ?? '');
  const decided = await subjectRuns.findResult(tx.db, runId, step);
  const { data: decision } = Decision.safeParse(parseJson(decided?.text ?? ''));
  const outcome = toApprovalOutcome(isTerminal(asked.status), decision);
  return { ...text.data, ...outcome, askedBy: 'FLOW', flowName: flow?.name ?? '', call: null };
};

/** A run that ended while it was being looked at waits for no decision. */
const falseOnceEnded = (error: unknown): false => {
  if (error instanceof AppError && error.code === 'run.already_finished') return false;
  throw error;
};

/** The approvals that steps of flows ask for. */
export const flowApprovals: ApprovalKind = {
  signal: approvalSignal,
  askedBy: 'FLOW',
  runKinds: [flowRunKind, flowBranchKind],
  visible: (tx, search) => and(visibleInFlows(tx, runs.scopeId), namedFlow(runs.subjectId, search)),
  mayDecide: canWriteFlow,
  findNames: async (tx, ids) => {
    const rows = await flowRepository.listNames(tx.db, ids, visibleFlows(tx));
    return new Map(rows.map(({ id, name }) => [id, name]));
  },
  findTitle: async (tx, { runId, name }) => {
    const step = name.slice(approvalSignal.length);
    const asked = await subjectRuns.findResult(tx.db, runId, beginEntryFor(step));
    return Asked.safeParse(parseJson(asked?.text ?? '')).data?.title;
  },
  read: (ctx, wait) => ctx.tx((tx) => readAsked(tx, wait)),
  decide: (ctx, { runId, name }, { approved, by, comment }) =>
    ctx.tx(async (tx) => {
      const payload: Decision = { approved, by, comment, timedOut: false };
      const asked = await readAsked(tx, { runId, name });
      if (asked?.state !== 'OPEN') return false;
      return sendSignal(tx, { runId, name, payload, id: `decision ${name}` }).catch(falseOnceEnded);
    }),
};

const openApproval = async (anonymous: Anonymous, token: string) => {
  const kinds = [flowApprovals, ...anonymous.services.extensions.of(approvalKinds)];
  const address = openSignalToken(anonymous.services.secrets, token);
  const kind = kinds.find(({ signal }) => address?.name.startsWith(signal)) ?? fail('flows.nothing_waits');
  return { kind, opened: await openToken(anonymous, token, kind.signal) };
};

/** Throws `flows.nothing_waits`. */
export const getApproval = async (anonymous: Anonymous, token: string): Promise<FlowApproval> => {
  const { kind, opened } = await openApproval(anonymous, token);
  const asked = await kind.read(opened.ctx, opened);
  return asked ? { ...asked, companyName: opened.companyName } : fail('flows.nothing_waits');
};

/** Decides an approval; the first decision counts. Throws `flows.nothing_waits`, and what the kind of approval throws. */
export const decide = async (
  anonymous: Anonymous,
  token: string,
  { approved, comment, input }: Pick<Verdict, 'approved' | 'comment' | 'input'>,
): Promise<{ approved: boolean }> => {
  const { kind, opened } = await openApproval(anonymous, token);
  const { own } = anonymous;
  const by = own && 'name' in own.actor && own.tenantId === opened.ctx.tenantId ? own.actor.name : null;
  if (!(await kind.decide(opened.ctx, opened, { approved, comment, input, by }))) fail('flows.nothing_waits');
  return { approved };
};
