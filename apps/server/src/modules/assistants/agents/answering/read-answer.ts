import type { AgentOutcome, AgentStep } from '@atelier/agents';
import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { type JournalEntry, readJournal } from '../../../../kernel/runs/view/index.ts';
import type { AgentRunInput } from '../engine/agent-run-type.ts';
import { type Source, type SourcedOutcome, sourcesInOrder } from '../engine/sources.ts';
import { type OpenCall, type ReadRun, readSteps } from '../runs/read-steps.ts';

/** A call of the model as it is recorded. */
export interface RecordedTurn {
  reply: { durationMs: number; cost: number };
  bill: { work: { modelId: string | null }; used: { inputTokens?: number; outputTokens?: number } };
}

/** The answer to a question, as the journal of its run has it. */
export interface ReadAnswer {
  steps: AgentStep[];
  open: OpenCall[];
  outcome: AgentOutcome | null;
  turns: RecordedTurn[];
  /** The outcomes of all calls with their sources. */
  outcomes: SourcedOutcome[];
  /** The sources that the answer can cite, in the order of the numbers. */
  sources: Source[];
  /** The costs of the calls, and the runs that they started. */
  work: Pick<ReadRun, 'spent' | 'children' | 'flowRuns'>;
}

const recorded = (entries: readonly JournalEntry[], beginning: string): unknown[] =>
  entries.flatMap(({ name, op, result }) =>
    (op === 'outward' || op === 'step') && name.startsWith(beginning) && typeof result === 'string'
      ? [parseJson(result)]
      : [],
  );

/** Returns the outcomes of all calls of a run with their sources. */
export const outcomesIn = (entries: readonly JournalEntry[]): SourcedOutcome[] =>
  (recorded(entries, 'tools ') as SourcedOutcome[][]).flat();

export const readAnswer = async (
  ctx: Ctx,
  runId: string,
  input: Pick<AgentRunInput, 'messages' | 'documents' | 'given' | 'hasForeignText'>,
): Promise<ReadAnswer> => {
  const entries = await ctx.tx((tx) => readJournal(tx.db, runId));
  const { steps, open, outcome, spent, children, flowRuns } = await readSteps(ctx, input, entries);
  const outcomes = outcomesIn(entries);
  return {
    ...{ steps, open, outcome, outcomes, work: { spent, children, flowRuns } },
    turns: recorded(entries, 'turn ') as RecordedTurn[],
    sources: [...(input.given ?? []), ...sourcesInOrder(outcomes)],
  };
};

/** Returns the answer of an agent as text: that of a schema has its text under `answer`, or is shown as JSON. */
export const toAnswerText = ({ text, output }: { text: string; output: JsonValue }): string => {
  if (typeof output === 'string') return text;
  if (isObject(output) && typeof output['answer'] === 'string') return output['answer'];
  return `\`\`\`json\n${JSON.stringify(output, null, 2)}\n\`\`\``;
};
