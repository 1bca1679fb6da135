import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { type RunCause, runs } from '../../../../kernel/runs/index.ts';
import {
  isTerminal,
  type JournalEntry,
  readJournal,
  type SubjectRun,
  subjectRuns,
} from '../../../../kernel/runs/view/index.ts';
import type { RecordedTurn } from '../answering/read-answer.ts';
import { agentRunKind, Program } from '../engine/agent-run-type.ts';
import { findUndecided, type UndecidedCall } from '../runs/find-undecided.ts';
import { allParts, ShownParts } from '../runs/present-run.ts';
import { type ReadRun, readSteps } from '../runs/read-steps.ts';
import { visibleInAgents } from '../visible-agents.ts';

/**
 * A part of a run that one request shows: part 0 from the beginning, and part n from the results of the n-th group of calls that the program
 * made. It ends where the program has to make calls, where somebody has to decide, or with the run.
 */
export interface AnswerPlace {
  runId: string;
  part: number;
}

/** A part that is about to be followed. */
export interface FollowedPlace extends AnswerPlace {
  /** Turns until this one belong to earlier parts. */
  after: number;
  hasSchema: boolean;
}

/** A call that the program makes. */
export interface HandedCall {
  id: string;
  name: string;
  /** JSON. */
  arguments: string;
}

/** A part of a run as a program reads it. */
export interface ProgramAnswer extends AnswerPlace {
  agentId: string;
  status: 'RUNNING' | 'CALLS' | 'UNDECIDED' | 'COMPLETED' | 'FAILED' | 'CANCELLED';
  /** The turns after this one until that one, which is infinite for the part that is not known to end. */
  after: number;
  until: number;
  /** True when the answer has a form of its own, so that it counts only when it is whole. */
  hasSchema: boolean;
  /** What the model wrote, by its turns. */
  texts: { turn: number; text: string }[];
  calls: HandedCall[];
  /** The calls about which somebody has to decide before the run goes on. */
  undecided: UndecidedCall[];
  usage: { inputTokens: number; outputTokens: number };
  cause: RunCause | null;
  isCutOff: boolean;
  program: Program;
  /** The conversation until the end of this part. */
  messages: { role: 'user' | 'assistant'; content: string }[];
  createdAt: Date;
  finishedAt: Date | null;
}

/** Returns the id under which a program knows a call. */
const handedId = ({ runId, part }: AnswerPlace, at: number): string => `call_${runId}_${part + 1}_${at}`;

/** Returns the group and the place of a call; undefined for an id of others. */
export const openHandedId = (id: string): { runId: string; group: number; at: number } | undefined => {
  const [, runId, group, at] = /^call_(\w{1,60})_(\d{1,3})_(\d{1,3})$/.exec(id) ?? [];
  return runId === undefined ? undefined : { runId, group: Number(group), at: Number(at) };
};

export const textOf = ({ texts }: Pick<ProgramAnswer, 'texts'>): string =>
  texts.map(({ text }) => text).join('\n\n');

const turnOf = (name: string): number => Number(/^turn (\d+)$/.exec(name)?.[1] ?? Number.NaN);

const usageOf = (entries: readonly JournalEntry[], { from, to }: { from: number; to: number }) => {
  const usage = { inputTokens: 0, outputTokens: 0 };
  for (const { name, result } of entries) {
    const turn = turnOf(name);
    if (!(turn > from && turn <= to) || result === null) continue;
    const { bill } = parseJson(result) as unknown as RecordedTurn;
    usage.inputTokens += bill.used.inputTokens ?? 0;
    usage.outputTokens += bill.used.outputTokens ?? 0;
  }
  return usage;
};

const jsonOf = (value: JsonValue): string => JSON.stringify(isObject(value) ? value : {});

/** The text of the last turn belongs to no step; that of an agent with a form of its own is its only text. */
const textsOf = (
  { steps, outcome, agent, use }: ReadRun,
  { from, to }: { from: number; to: number },
): ProgramAnswer['texts'] => {
  const said = steps.flatMap((step) =>
    step.type === 'TEXT' && step.turn > from && step.turn <= to && !agent?.outputSchema
      ? [{ turn: step.turn, text: step.text }]
      : [],
  );
  const isLast = to === Number.POSITIVE_INFINITY && outcome?.status === 'COMPLETED';
  return isLast ? [...said, { turn: use.turns, text: outcome.text }] : said;
};

const statusOf = (
  { status }: SubjectRun,
  { isHanded, undecided }: { isHanded: boolean; undecided: readonly UndecidedCall[] },
): ProgramAnswer['status'] => {
  if (isHanded) return 'CALLS';
  if (status === 'COMPLETED' || status === 'FAILED' || status === 'CANCELLED') return status;
  return status === 'WAITING' && undecided.length > 0 ? 'UNDECIDED' : 'RUNNING';
};

const findRun = (ctx: Ctx, runId: string): Promise<SubjectRun | undefined> =>
  ctx.tx((tx) =>
    subjectRuns.find(tx.db, {
      ...{ id: runId, kinds: [agentRunKind], parts: [...allParts, 'program'] },
      visible: visibleInAgents(tx, runs.scopeId),
    }),
  );

/** Reads a part of a run that a program started. Throws `openai.response_not_found` when it is of another account, or does not exist. */
export const readProgramAnswer = async (ctx: Ctx, { runId, part }: AnswerPlace): Promise<ProgramAnswer> => {
  const run = await findRun(ctx, runId);
  const program = Program.safeParse(run?.input['program']).data;
  if (!run || !program || !('userId' in ctx.actor) || program.userId !== ctx.actor.userId)
    return fail('openai.response_not_found');
  const entries = await ctx.tx((tx) => readJournal(tx.db, runId));
  const input = ShownParts.parse(run.input);
  const read = await readSteps(ctx, input, entries);
  if (part > read.handed.length) return fail('openai.response_not_found');
  const isLeft = isTerminal(run.status) && read.open.length > 0 && part === read.handed.length - 1;
  const handed = isLeft ? undefined : read.handed[part];
  const range = {
    from: part === 0 ? 0 : (read.handed[part - 1]?.turn ?? 0),
    to: handed?.turn ?? Number.POSITIVE_INFINITY,
  };
  const undecided = !handed && run.status === 'WAITING' ? await findUndecided(ctx, runId) : [];
  const texts = textsOf(read, range);
  return {
    ...{ runId, part, program, texts, undecided, cause: run.cause },
    ...{ after: range.from, until: range.to, hasSchema: Boolean(read.agent?.outputSchema) },
    agentId: run.subjectId ?? '',
    status: statusOf(run, { isHanded: handed !== undefined, undecided }),
    calls: (handed?.calls ?? []).map((call, at) => ({
      id: handedId({ runId, part }, at),
      name: call.tool.name,
      arguments: jsonOf(call.input),
    })),
    usage: usageOf(entries, range),
    isCutOff: read.outcome?.isCutOff ?? false,
    messages: [
      ...input.messages,
      { role: 'assistant', content: textOf({ texts: textsOf(read, { ...range, from: 0 }) }) },
    ],
    createdAt: run.createdAt,
    finishedAt: run.finishedAt,
  };
};
