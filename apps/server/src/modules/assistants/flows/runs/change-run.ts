import type { FlowRunDetails } from '@atelier/contracts/assistants/flows/flow-run-shapes';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import { z } from 'zod';
import { AppError, fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { cancelRun } from '../../../../kernel/runs/index.ts';
import { sendSignal } from '../../../../kernel/runs/requests/index.ts';
import { replayRun, runLists } from '../../../../kernel/runs/view/index.ts';
import type { ApprovalKind, Verdict } from '../../runs/declarations.ts';
import { decideByToken, getApproval, retryWithFiles } from '../../runs/index.ts';
import { approvalSignal, Decision } from '../engine/ask-for-approval.ts';
import { filesOfPayload, takeFiles } from '../engine/files/receive-files.ts';
import { FlowRunInput, flowBranchKind, flowRunKind, flowRunType } from '../engine/flow-run-type.ts';
import { beginEntryFor } from '../engine/journal-names.ts';
import { flowEntity } from '../flow-entity.ts';
import { canWriteFlow } from '../policy.ts';
import { findFlowRun, getFlowRun } from './service/read-runs.ts';

/** Cancels a run with its branches. Throws `flows.run_not_found` and `run.already_finished`. */
export const cancelFlowRun = (ctx: AnyCtx, runId: string): Promise<FlowRunDetails> =>
  ctx.tx(async (tx) => {
    const { subjectId } = await findFlowRun(tx, runId, [flowRunKind]);
    await cancelRun(tx, runId);
    await tx.audit('flows.run_cancelled', subjectId ?? runId, { runId });
    return getFlowRun(tx, runId);
  });

/** Continues a run at the step that failed, as a new run. Throws `flows.run_not_found` and `run.not_retryable`. */
export const retryFlowRun = (ctx: AnyCtx, runId: string): Promise<{ runId: string }> =>
  ctx.tx(async (tx) => {
    const { subjectId } = await findFlowRun(tx, runId, [flowRunKind]);
    const newId = await retryWithFiles(tx, runId);
    await tx.audit('flows.run_retried', subjectId ?? runId, { runId, by: newId });
    return { runId: newId };
  });

/** Runs a finished run again from its start. Throws `flows.run_not_found` and `run.not_finished`. */
export const replayFlowRun = (
  ctx: AnyCtx,
  runId: string,
  payload: JsonValue | undefined,
): Promise<{ runId: string }> =>
  ctx.tx(async (tx) => {
    const { subjectId } = await findFlowRun(tx, runId, [flowRunKind]);
    const all = ['flowId', 'versionId', 'content', 'environment', 'depth', 'trigger', 'payload'];
    const kinds = [flowRunKind];
    const whole = await runLists.find(tx.db, { id: runId, kinds, parts: all, visible: undefined });
    const present = FlowRunInput.parse({ ...whole?.input, content: whole?.input['content'] ?? undefined });
    const given = payload === undefined ? present.payload : payload;
    const { files: _before, ...unchanged } = present;
    const input = { ...unchanged, payload: given, ...filesOfPayload(given, runId) };
    const newId = await replayRun(tx, flowRunType, { runId, fromStep: 1, input });
    // Files that were attached for this run are held by no other.
    await takeFiles(tx, newId, { flowId: present.flowId, ...filesOfPayload(given, null) });
    await tx.audit('flows.run_replayed', subjectId ?? runId, { runId, by: newId });
    return { runId: newId };
  });

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
