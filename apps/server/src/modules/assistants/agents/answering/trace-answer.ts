import type { AgentStep } from '@atelier/agents';
import type { TraceStep } from '@atelier/contracts/assistants/chat/trace';
import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import { toCredits } from '../../../../kernel/base/credits.ts';
import type { ChildRow, SubjectRun } from '../../../../kernel/runs/view/index.ts';
import { type SourcedOutcome, sourcesInOrder } from '../engine/sources.ts';
import { workOfCall } from '../runs/read-steps.ts';
import type { ReadAnswer, RecordedTurn } from './read-answer.ts';

type ToolStep = Extract<AgentStep, { type: 'TOOL' }>;

/** The most characters of arguments and thoughts that a trace shows. */
const shown = 600;
const mostTraced = 100;

const cut = (text: string): string => (text.length > shown ? `${text.slice(0, shown - 1)}…` : text);

const inWords = (value: JsonValue): string =>
  isObject(value)
    ? Object.entries(value)
        .map(([name, inner]) => `${name}: ${typeof inner === 'string' ? inner : JSON.stringify(inner)}`)
        .join(', ')
    : JSON.stringify(value);

const reasons: Partial<Record<ToolStep['status'], string>> = {
  REJECTED: 'Somebody refused this call.',
  NOT_DECIDED: 'Nobody decided in time.',
  REPEATED: 'The same call had been made twice already.',
};

const describeToolStep = ({ status, input, output }: ToolStep): string => {
  const asked = inWords(input);
  if (status === 'DONE') return asked;
  return `${asked} — ${reasons[status] ?? (typeof output === 'string' ? output : JSON.stringify(output))}`;
};

const statuses: Partial<Record<ToolStep['status'], 'SUCCEEDED' | 'SKIPPED'>> = {
  DONE: 'SUCCEEDED',
  REJECTED: 'SKIPPED',
  NOT_DECIDED: 'SKIPPED',
  REPEATED: 'SKIPPED',
};

/** The cost of a step, which a trace leaves out where there was none. */
const presentCost = (cost: number): { credits?: number } => (cost > 0 ? { credits: toCredits(cost) } : {});

const searchStep = (
  { search, sources = [] }: SourcedOutcome,
  { durationMs }: ToolStep,
  first: number,
): TraceStep | undefined =>
  search && {
    kind: 'SEARCH',
    durationMs,
    query: search.query,
    retriever: search.mode,
    found: sources.length,
    passages: sources.flatMap((source, at) => {
      if (source.kind !== 'PASSAGE') return [];
      const { chunkId, text, score, stages, document } = source.hit;
      return [{ index: first + at, chunkId, text, score, stages, document }];
    }),
  };

const modelStep = ({ reply, bill: { work, used } }: RecordedTurn): TraceStep => ({
  kind: 'MODEL',
  durationMs: reply.durationMs,
  ...presentCost(reply.cost),
  modelId: work.modelId ?? '',
  firstTextMs: null,
  inputTokens: used.inputTokens ?? 0,
  outputTokens: used.outputTokens ?? 0,
});

const plainStep = (title: string, detail: string): TraceStep => ({
  kind: 'STEP',
  title,
  status: 'SUCCEEDED',
  durationMs: 0,
  detail: cut(detail),
});

/** Calls that were made have an outcome each, in their order. */
const isMade = ({ status }: ToolStep): boolean => status === 'DONE' || status === 'FAILED';

const textStep = (step: Exclude<AgentStep, ToolStep>): TraceStep => {
  if (step.type === 'COMPACTION')
    return plainStep('Older messages were summarised', `${step.rounds} parts of the conversation`);
  if (step.type === 'FORMAT_REFUSED')
    return plainStep(
      'The form of the answer was said in words',
      `The provider of the model refused its schema: ${step.reason}`,
    );
  if (step.type === 'LEFT_OUT')
    return plainStep(`“${step.title}” was left out`, `The provider of the model refused it: ${step.reason}`);
  return plainStep(step.type === 'THINKING' ? 'Thought' : 'Said', step.text);
};

const callStep = (step: ToolStep, outcome: SourcedOutcome | undefined, first: number): TraceStep => {
  const { title, status, durationMs } = step;
  return (
    (outcome && searchStep(outcome, step, first)) ?? {
      ...{ kind: 'STEP', title, durationMs, detail: cut(describeToolStep(step)) },
      status: statuses[status] ?? 'FAILED',
    }
  );
};

/** The older messages are summarised before a turn, everything else comes after it began. */
const turnsBefore = ({ type, turn }: AgentStep): number => (type === 'COMPACTION' ? turn - 1 : turn);

const toTraceSteps = (
  { steps, turns, outcomes, sources: all, work }: ReadAnswer,
  below: readonly ChildRow[],
): TraceStep[] => {
  const made = outcomes.values();
  // The first numbers are those of the file that came with the question.
  let first = 1 + all.length - sourcesInOrder(outcomes).length;
  let told = 0;
  const tellTurns = (until: number): TraceStep[] => {
    const next = turns.slice(told, until).map(modelStep);
    told = Math.max(told, until);
    return next;
  };
  const traced = steps.flatMap((step) => {
    const before = tellTurns(turnsBefore(step));
    if (step.type !== 'TOOL') return [...before, textStep(step)];
    const outcome = isMade(step) ? made.next().value : undefined;
    const call = callStep(step, outcome, outcome?.first ?? first);
    first += outcome?.sources?.length ?? 0;
    return [...before, { ...call, ...presentCost(workOfCall(work, below, step).cost) }];
  });
  return [...traced, ...tellTurns(turns.length)];
};

interface TracedRun {
  name: string;
  run: SubjectRun;
  /** The runs below it, when its calls started any. */
  below: readonly ChildRow[];
}

/** Describes the run of an agent and its steps, as the trace of the answer shows them. */
export const buildTrace = ({ name, run, below }: TracedRun, read: ReadAnswer): TraceStep[] => {
  const { id, status, createdAt, finishedAt } = run;
  const whole: TraceStep = {
    kind: 'STEP',
    title: `Agent “${name}”`,
    status: status === 'COMPLETED' ? 'SUCCEEDED' : status === 'WAITING' ? 'SKIPPED' : 'FAILED',
    durationMs: Math.max(0, (finishedAt ?? new Date()).getTime() - createdAt.getTime()),
    detail: status === 'WAITING' ? 'It waits for a decision.' : '',
    runId: id,
  };
  return [whole, ...toTraceSteps(read, below).slice(0, mostTraced)];
};
