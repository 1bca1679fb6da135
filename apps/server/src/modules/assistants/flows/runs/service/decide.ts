import { parseJson } from '@atelier/contracts/kernel/parse-json';
import { z } from 'zod';
import { AppError, fail } from '../../../../../kernel/base/errors.ts';
import type { Anonymous } from '../../../../../kernel/module/exchange.ts';
import { sendSignal } from '../../../../../kernel/runs/requests/index.ts';
import { runLists } from '../../../../../kernel/runs/view/index.ts';
import { type ApprovalKind, type Verdict } from '../../../runs/declarations.ts';
import { decideByToken, getApproval } from '../../../runs/index.ts';
import { approvalSignal, Decision } from '../../engine/ask-for-approval.ts';
import { flowBranchKind, flowRunKind } from '../../engine/flow-run-type.ts';
import { beginEntryFor } from '../../engine/journal-names.ts';
import { flowEntity } from '../../flow-entity.ts';
import { canWriteFlow } from '../../policy.ts';

const Asked = z.object({ title: z.string(), message: z.string() });

const toApprovalState = ({ timedOut, approved }: Decision) => {
  if (timedOut) return 'EXPIRED';
  return approved ? 'APPROVED' : 'REJECTED';
};

/** A run that has ended, or that was deleted, waits for no decision. */
const falseOnceEnded = (error: unknown): false => {
  if (error instanceof AppError && /^run\.(already_finished|not_found)$/.test(error.code)) return false;
  throw error;
};

/** The approvals that steps of flows ask for. */
export const flowApprovals: ApprovalKind = {
  signal: approvalSignal,
  askedBy: 'FLOW',
  runKinds: [flowRunKind, flowBranchKind],
  entities: [flowEntity],
  mayDecide: canWriteFlow,
  async readQuestion({ db }, { runId, name }) {
    const found = await runLists.findResult(db, runId, beginEntryFor(name.slice(approvalSignal.length)));
    const { data } = Asked.safeParse(parseJson(found?.text ?? ''));
    return data && { ...data, call: null };
  },
  async readDecision({ db }, { runId, name }) {
    const found = await runLists.findResult(db, runId, name.slice(approvalSignal.length));
    const { data } = Decision.safeParse(parseJson(found?.text ?? ''));
    return data && { state: toApprovalState(data), decidedBy: data.by, comment: data.comment };
  },
  decide: (ctx, { runId, name }, { approved, by, comment }) =>
    ctx.tx(async (tx) => {
      if (await flowApprovals.readDecision(tx, { runId, name })) return false;
      const payload: Decision = { approved, by, comment, timedOut: false };
      return sendSignal(tx, { runId, name, payload, id: `decision ${name}` }).catch(falseOnceEnded);
    }),
};

/** Throws `flows.nothing_waits`. */
export const readApproval = async (anonymous: Anonymous, token: string) =>
  (await getApproval(anonymous, token)) ?? fail('flows.nothing_waits');

/** Decides an approval; the first decision counts. Throws `flows.nothing_waits`, and what the kind of approval throws. */
export const decide = async (
  anonymous: Anonymous,
  token: string,
  verdict: Omit<Verdict, 'by'>,
): Promise<{ approved: boolean }> => {
  if (!(await decideByToken(anonymous, token, verdict))) fail('flows.nothing_waits');
  return { approved: verdict.approved };
};
