import type { Citation } from '@atelier/contracts/assistants/chat/chat';
import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { type RunCause, runs } from '../../../../kernel/runs/index.ts';
import {
  isTerminal,
  type JournalEntry,
  readJournal,
  runLists,
  type SubjectRun,
} from '../../../../kernel/runs/view/index.ts';
import { agentEntity } from '../agent-entity.ts';
import { outcomesIn, type RecordedTurn } from '../answering/read-answer.ts';
import { agentRunKind, Program } from '../engine/agent-run-type.ts';
import { citeSource, type Source, sourcesInOrder } from '../engine/sources.ts';
import { allParts, findUndecided, ShownParts, type UndecidedCall } from '../runs/present-run.ts';
import { type HandedCalls, type ReadRun, readSteps } from '../runs/read-steps.ts';

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
interface HandedCall {
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
  /** The texts of the model, by its turns. */
  texts: { turn: number; text: string }[];
  /** The sources behind the numbers in its text, from 1. */
  sources: Source[];
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

export const joinTexts = ({ texts }: Pick<ProgramAnswer, 'texts'>): string =>
  texts.map(({ text }) => text).join('\n\n');

const turnOf = (name: string): number => Number(/^turn (\d+)$/.exec(name)?.[1] ?? Number.NaN);

const sumUsage = (entries: readonly JournalEntry[], { from, to }: { from: number; to: number }) => {
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
const selectTexts = (
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

const toProgramStatus = (
  { status }: SubjectRun,
  { isHanded, undecided }: { isHanded: boolean; undecided: readonly UndecidedCall[] },
): ProgramAnswer['status'] => {
  if (isHanded) return 'CALLS';
  if (status === 'COMPLETED' || status === 'FAILED' || status === 'CANCELLED') return status;
  return status === 'WAITING' && undecided.length > 0 ? 'UNDECIDED' : 'RUNNING';
};

const findRun = (ctx: Ctx, runId: string): Promise<SubjectRun | undefined> =>
  ctx.tx((tx) =>
    runLists.find(tx.db, {
      ...{ id: runId, kinds: [agentRunKind], parts: [...allParts, 'program'] },
      visible: agentEntity.holdsVisible(tx, runs.scopeId),
    }),
  );

/** Finds the run of a program of this account. */
const findOwn = async (ctx: Ctx, runId: string): Promise<{ run: SubjectRun; program: Program }> => {
  const run = await findRun(ctx, runId);
  const program = Program.safeParse(run?.input['program']).data;
  const isOwn = 'userId' in ctx.actor && program?.userId === ctx.actor.userId;
  return run && program && isOwn ? { run, program } : fail('openai.response_not_found');
};

/** Returns the calls with which a part ends, and the turns that it shows. */
const toTurnRange = ({ handed, open }: ReadRun, { part, isEnded }: { part: number; isEnded: boolean }) => {
  // Calls whose results never came are those of a run that was ended.
  const isLeft = isEnded && open.length > 0 && part === handed.length - 1;
  const end = isLeft ? undefined : handed[part];
  return { end, from: handed[part - 1]?.turn ?? 0, to: end?.turn ?? Number.POSITIVE_INFINITY };
};

const handedCalls = (place: AnswerPlace, { calls }: HandedCalls): HandedCall[] =>
  calls.map((call, at) => ({
    id: handedId(place, at),
    name: call.tool.name,
    arguments: jsonOf(call.input),
  }));

/** Reads a part of a run that a program started. Throws `openai.response_not_found` when it is of another account, or does not exist. */
export const readProgramAnswer = async (ctx: Ctx, { runId, part }: AnswerPlace): Promise<ProgramAnswer> => {
  const { run, program } = await findOwn(ctx, runId);
  const entries = await ctx.tx((tx) => readJournal(tx.db, runId));
  const input = ShownParts.parse(run.input);
  const read = await readSteps(ctx, input, entries);
  if (part > read.handed.length) return fail('openai.response_not_found');
  const { end, ...range } = toTurnRange(read, { part, isEnded: isTerminal(run.status) });
  const undecided = !end && run.status === 'WAITING' ? await findUndecided(ctx, runId) : [];
  return {
    ...{ runId, part, program, undecided, cause: run.cause, texts: selectTexts(read, range) },
    ...{ after: range.from, until: range.to, hasSchema: Boolean(read.agent?.outputSchema) },
    agentId: run.subjectId ?? '',
    status: toProgramStatus(run, { isHanded: end !== undefined, undecided }),
    calls: end ? handedCalls({ runId, part }, end) : [],
    sources: sourcesInOrder(outcomesIn(entries)),
    usage: sumUsage(entries, range),
    isCutOff: read.outcome?.isCutOff === true,
    messages: [
      ...input.messages,
      { role: 'assistant', content: joinTexts({ texts: selectTexts(read, { ...range, from: 0 }) }) },
    ],
    createdAt: run.createdAt,
    finishedAt: run.finishedAt,
  };
};

/** The characters before a mark of which the sentence that it follows is a part. */
const read = 1200;

/**
 * Returns the citations of the marks in a text of an agent, in their order. A program reads the numbers that the model wrote. An answer with a
 * form of its own has none, because there `[1]` is a list.
 */
export const citationsIn = (
  { sources, hasSchema }: Pick<ProgramAnswer, 'sources' | 'hasSchema'>,
  text: string,
): Citation[] =>
  hasSchema || sources.length === 0
    ? []
    : [...text.matchAll(/\[(\d{1,4})\]/g)].flatMap(({ 1: number, index: markAt }) => {
        const index = Number(number);
        const source = sources[index - 1];
        if (!source) return [];
        const before = text.slice(Math.max(0, markAt - read), markAt);
        return [citeSource(source, { index, markAt, before })];
      });
