import type { AgentStep } from '@atelier/agents';
import type { TaskDocument } from '@atelier/contracts/assistants/agents/agent-run-shapes';
import type { AgentSettings } from '@atelier/contracts/assistants/agents/agent-shapes';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import type { z } from 'zod';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { type RunContext, RunFailure } from '../../../../kernel/runs/index.ts';
import { readJournal, runFamilies, runLists } from '../../../../kernel/runs/view/index.ts';
import { toAnswerText } from '../answering/read-answer.ts';
import { AgentRunInput, type AgentRunOutput, agentRunKind, agentRunType } from '../engine/agent-run-type.ts';
import { isNoted } from '../engine/rehearsal.ts';
import { readSteps } from '../runs/read-steps.ts';

/** The most calls that are kept of a rehearsal, and the most characters of their arguments. */
const mostCalls = 100;
const longestArguments = 2000;

/** A call that an agent made, or would have made, in a rehearsal. */
interface RehearsedCall {
  tool: string;
  title: string;
  /** The arguments as JSON. */
  input: string;
  /** True when the call was noted and not made. */
  isNoted: boolean;
}

/** The calls and the answer of an agent that was given a task. */
interface Rehearsed {
  /** The answer; the reason where there is none. */
  answer: string;
  end: 'ANSWERED' | 'BLOCKED' | 'FAILED';
  calls: RehearsedCall[];
}

const toRehearsedCalls = (step: AgentStep): RehearsedCall[] =>
  step.type === 'TOOL' && (step.status === 'DONE' || step.status === 'FAILED')
    ? [
        {
          tool: step.tool,
          title: step.title,
          input: JSON.stringify(step.input).slice(0, longestArguments),
          isNoted: isNoted(step.output),
        },
      ]
    : [];

const readRun = async (ctx: Ctx, id: string): Promise<RehearsedCall[]> => {
  const found = await ctx.tx(async ({ db }) => ({
    run: await runLists.find(db, {
      ...{ id, kinds: [agentRunKind], visible: undefined },
      parts: Object.keys(AgentRunInput.shape),
    }),
    entries: await readJournal(db, id),
  }));
  const input = AgentRunInput.safeParse(withoutNull(found.run?.input ?? {}));
  if (!input.success) return [];
  return (await readSteps(ctx, input.data, found.entries)).steps.flatMap(toRehearsedCalls);
};

/** Parts of an input that it does not have are read as null. */
const withoutNull = (input: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));

/** Reads the calls of a run and of those to whom it handed work. */
const readCalls = async (ctx: Ctx, runId: string): Promise<RehearsedCall[]> => {
  const below = await ctx.tx(({ db }) => runFamilies.listDescendants(db, runId, undefined));
  const ids = [runId, ...below.flatMap(({ id, kind }) => (kind === agentRunKind ? [id] : []))];
  const calls: RehearsedCall[] = [];
  for (const id of ids) calls.push(...(await readRun(ctx, id)));
  return calls.slice(0, mostCalls);
};

/** Finds the run that an entry of a journal started. */
const findChildRunId = (run: RunContext, name: string): Promise<string | undefined> =>
  run.ctx.tx(async ({ db }) => {
    const entry = (await readJournal(db, run.runId)).find(
      (each) => each.op === 'child' && each.name === name,
    );
    return typeof entry?.result === 'string' ? String(parseJson(entry.result)) : undefined;
  });

interface Task {
  agentId: string;
  settings: AgentSettings;
  text: string;
  /** The draft of another agent that gets work, in the place of its published version. */
  standIn?: AgentRunInput['standIn'];
  documents?: z.output<typeof TaskDocument>[];
}

/** Waits for a run. Its failure is a result. */
const finish = async (running: Promise<AgentRunOutput>): Promise<Omit<Rehearsed, 'calls'>> => {
  try {
    return { answer: toAnswerText(await running), end: 'ANSWERED' };
  } catch (error) {
    if (!(error instanceof RunFailure)) throw error;
    const { code, message } = error.reason;
    return { answer: message, end: code === 'agents.blocked' ? 'BLOCKED' : 'FAILED' };
  }
};

/**
 * Gives a task to an agent or a crew with these settings, as a part of another run. Nobody is asked for approvals, calls that would change
 * something are noted and not made, and nothing is remembered. A failure of the agent is a result.
 */
export const rehearse = async (
  run: RunContext,
  name: string,
  { agentId, settings, text, standIn, documents = [] }: Task,
): Promise<Rehearsed> => {
  const input: AgentRunInput = {
    ...{ agentId, settings, versionId: '', environment: 'TESTING', isRehearsal: true, depth: 0 },
    messages: [{ role: 'user', content: text }],
    ...{ documents, hasForeignText: documents.length > 0 },
    asks: { userId: null, byMail: false },
    ...{ personId: null, standIn },
  };
  const ended = await finish(run.child(name, agentRunType, input, { subjectId: agentId, scopeId: agentId }));
  const calls = await run.step(`calls of ${name}`, async () => {
    const runId = await findChildRunId(run, name);
    return runId === undefined ? [] : readCalls(run.ctx, runId);
  });
  return { ...ended, calls };
};
