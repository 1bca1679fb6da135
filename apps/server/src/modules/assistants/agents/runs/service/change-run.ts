import type { AgentRunDetails } from '@atelier/contracts/assistants/agents/agent-run-shapes';
import type { agentRuns } from '@atelier/contracts/assistants/agents/agent-runs';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import type { z } from 'zod';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../../kernel/context/context.ts';
import { cancelRun } from '../../../../../kernel/runs/index.ts';
import { openSignalToken, sendSignal } from '../../../../../kernel/runs/requests/index.ts';
import { readJournal, runLists } from '../../../../../kernel/runs/view/index.ts';
import { checkFit } from '../../../flows/index.ts';
import type { ApprovalKind } from '../../../runs/declarations.ts';
import { retryWithFiles } from '../../../runs/index.ts';
import { agentEntity, crewEntity } from '../../agent-entity.ts';
import { agentRunKind } from '../../engine/agent-run-type.ts';
import { Asked, Decision } from '../../engine/ask-for-decision.ts';
import { approvalSignal, entriesOfSignal } from '../../engine/journal-names.ts';
import { canContinue, canWriteAgent } from '../../policy.ts';
import { ShownParts } from '../present-run.ts';
import { type OpenCall, readSteps } from '../read-steps.ts';
import { findAgentRun, getAgentRun } from './read-runs.ts';

/** Cancels a run with the runs of the agents that it handed work to. Throws `agents.run_not_found` and `run.already_finished`. */
export const cancelAgentRun = async (ctx: Ctx, runId: string): Promise<AgentRunDetails> => {
  await ctx.tx(async (tx) => {
    const { subjectId } = await findAgentRun(tx, runId);
    await cancelRun(tx, runId);
    await tx.audit('agents.run_cancelled', subjectId ?? runId, { runId });
  });
  return getAgentRun(ctx, runId);
};

/**
 * Continues a failed or cancelled run where it stopped, as a new run: nothing that is recorded happens again. Throws `agents.run_not_found`
 * and `run.not_retryable`.
 */
export const retryAgentRun = (ctx: Ctx, runId: string): Promise<{ runId: string }> =>
  ctx.tx(async (tx) => {
    const run = await findAgentRun(tx, runId);
    if (!canContinue(run)) fail('run.not_retryable');
    const newId = await retryWithFiles(tx, runId);
    await tx.audit('agents.run_retried', run.subjectId ?? runId, { runId, by: newId });
    return { runId: newId };
  });

type Decided = RequestOf<(typeof agentRuns.endpoints)['decide']>['body'];

/** Finds the call for whose decision a run waits under this signal; undefined when nothing waits any more. */
const findWaiting = async (ctx: Ctx, runId: string, signal: string): Promise<OpenCall | undefined> => {
  const { input, entries } = await ctx.tx(async (tx) => ({
    input: (await findAgentRun(tx, runId)).input,
    entries: await readJournal(tx.db, runId),
  }));
  const { open } = await readSteps(ctx, ShownParts.parse(input), entries);
  return open.find((each) => each.signal === signal);
};

/** Throws `agents.arguments_not_fitting`. */
const checkArguments = async (ctx: Ctx, { call }: OpenCall, input: unknown): Promise<void> => {
  const problems = await checkFit(ctx, { schema: call.tool.inputSchema, value: input });
  if (problems.length > 0) fail('agents.arguments_not_fitting', { problems });
};

const toDecision = (
  { decision, input = {}, reason }: Pick<Decided, 'decision' | 'input' | 'reason'>,
  by: string | null,
): Decision => {
  if (decision === 'APPROVED') return { kind: decision, by };
  return decision === 'EDITED' ? { kind: decision, input, by } : { kind: decision, reason, by };
};

/** Sends the decision about a call that a run waits with. Returns false when somebody else was first. Throws `agents.arguments_not_fitting`. */
const sendDecision = async (
  ctx: Ctx,
  { runId, name, waiting }: { runId: string; name: string; waiting: OpenCall },
  { decided, by }: { decided: Pick<Decided, 'decision' | 'input' | 'reason'>; by: string | null },
): Promise<boolean> => {
  if (decided.decision === 'EDITED') await checkArguments(ctx, waiting, decided.input ?? {});
  return ctx.tx(async (tx) => {
    const { subjectId } = await findAgentRun(tx, runId);
    const payload = toDecision(decided, by);
    if (!(await sendSignal(tx, { runId, name, payload, id: `${runId} ${name}` }))) return false;
    const details = { runId, tool: waiting.call.tool.name, decision: decided.decision };
    await tx.audit('agents.call_decided', subjectId ?? runId, details);
    return true;
  });
};

/**
 * Decides about a call that a run waits with. The first decision counts. Throws `agents.nothing_waits` and
 * `agents.arguments_not_fitting`.
 */
export const decide = async (ctx: Ctx, token: string, decided: Decided): Promise<AgentRunDetails> => {
  const address = openSignalToken(ctx.services.secrets, token);
  if (!address?.name.startsWith(approvalSignal) || address.tenantId !== ctx.tenantId)
    return fail('agents.nothing_waits');
  const { runId, name } = address;
  const waiting = (await findWaiting(ctx, runId, name)) ?? fail('agents.nothing_waits');
  const by = 'name' in ctx.actor ? ctx.actor.name : null;
  if (!(await sendDecision(ctx, { runId, name, waiting }, { decided, by }))) fail('agents.nothing_waits');
  return getAgentRun(ctx, runId);
};

const toApprovalState = ({ kind }: Decision) => {
  if (kind === 'NOT_DECIDED') return 'EXPIRED';
  return kind === 'REJECTED' ? kind : 'APPROVED';
};

/** Reads an entry of a journal; undefined when it is not there, or not of this shape. */
const readEntry = async <T>(
  { db }: TxCtx,
  { runId, name }: { runId: string; name: string },
  schema: z.ZodType<T>,
): Promise<T | undefined> => {
  const found = await runLists.findResult(db, runId, name);
  return schema.safeParse(parseJson(found?.text ?? '')).data;
};

/** The approvals of agents, which the link of a mail leads to. */
export const agentApprovals: ApprovalKind = {
  signal: approvalSignal,
  askedBy: 'AGENT',
  runKinds: [agentRunKind],
  entities: [agentEntity, crewEntity],
  mayDecide: canWriteAgent,
  async readQuestion(tx, { runId, name }) {
    const asked = await readEntry(tx, { runId, name: entriesOfSignal(name).asked }, Asked);
    if (!asked) return undefined;
    const { title, description, input, inputSchema } = asked;
    return {
      title: `May the agent use “${title}”?`,
      message: description,
      call: { input, inputSchema },
    };
  },
  async readDecision(tx, { runId, name }) {
    const decision = await readEntry(tx, { runId, name: entriesOfSignal(name).decision }, Decision);
    return (
      decision && {
        state: toApprovalState(decision),
        decidedBy: 'by' in decision ? decision.by : null,
        comment: decision.kind === 'REJECTED' ? decision.reason : '',
      }
    );
  },
  decide: async (ctx, { runId, name }, { approved, comment, input, by }) => {
    const waiting = await findWaiting(ctx, runId, name);
    if (!waiting) return false;
    const agreed = input === undefined ? ('APPROVED' as const) : ('EDITED' as const);
    const decided = { decision: approved ? agreed : ('REJECTED' as const), input, reason: comment };
    return sendDecision(ctx, { runId, name, waiting }, { decided, by });
  },
};
