import { canonicalJson, isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import { parseForeignJson } from '@atelier/contracts/kernel/parse-json';
import type { AgentTool, ToolCall } from '../agent.ts';
import type { AgentHost, TurnReply } from '../host.ts';

type GivenCall = TurnReply['toolCalls'][number];

/** A call of the model: one that can be made, or one that cannot, with the reason that the model reads. */
export type PlannedCall =
  | { kind: 'CALL'; given: GivenCall; call: ToolCall }
  | { kind: 'NOT_FITTING'; given: GivenCall; tool: AgentTool | undefined; reason: string }
  | { kind: 'REPEATED'; given: GivenCall; tool: AgentTool; reason: string };

/** The largest number of equal calls in one run. A result that did not help twice does not help a third time. */
const mostSameCalls = 2;
/** Problems that the model is told at once. */
const mostProblems = 10;

/** Counts the calls of a run by tool and arguments. */
export class CallCounts {
  readonly #counts = new Map<string, number>();
  /** The calls that were not made because they had been made before. */
  refused = 0;

  /** Returns true when the call may be made. */
  admit({ tool, input }: ToolCall): boolean {
    const key = `${tool.name} ${canonicalJson(input)}`;
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    if (count <= mostSameCalls) return true;
    this.refused += 1;
    return false;
  }
}

/** A call without arguments is often written as an empty text. */
const parsed = (text: string): JsonValue | undefined =>
  parseForeignJson(text.trim() === '' ? '{}' : text) as JsonValue | undefined;

/** Returns what in the arguments of a call does not fit its tool. What is no call of a tool, or no object, is refused for another reason. */
export const checkCall = async (
  given: GivenCall,
  tools: readonly AgentTool[],
  host: Pick<AgentHost, 'check'>,
): Promise<string[]> => {
  const tool = tools.find(({ name }) => name === given.name);
  const input = parsed(given.input);
  return !tool || tool.isUnchecked || !isObject(input) ? [] : host.check(tool.inputSchema, input);
};

const unknownTool = (name: string, tools: readonly AgentTool[]): string =>
  tools.length === 0
    ? `There is no tool "${name}". You have no tools; answer from what you know.`
    : `There is no tool "${name}". Your tools are: ${tools.map((tool) => tool.name).join(', ')}.`;

const planCall = (
  given: GivenCall,
  problems: readonly string[],
  { tools, counts }: { tools: readonly AgentTool[]; counts: CallCounts },
): PlannedCall => {
  const tool = tools.find(({ name }) => name === given.name);
  const unfit = (reason: string): PlannedCall => ({ kind: 'NOT_FITTING', given, tool, reason });
  if (!tool) return unfit(unknownTool(given.name, tools));
  const input = parsed(given.input);
  if (!isObject(input)) return unfit('The arguments are not a JSON object. Please write the call again.');
  if (problems.length > 0)
    return unfit(
      `The arguments do not fit: ${problems.slice(0, mostProblems).join(' ')} The call was not made.`,
    );
  const call: ToolCall = { id: given.id, tool, input };
  if (counts.admit(call)) return { kind: 'CALL', given, call };
  const reason = `You have made this call ${mostSameCalls} times with the same arguments. Its result will not change; use what you have, or do something else.`;
  return { kind: 'REPEATED', given, tool, reason };
};

/** Decides which calls of a turn can be made. `problems` are those of their arguments, by their places. */
export const planCalls = (
  given: readonly GivenCall[],
  problems: readonly (readonly string[])[],
  parts: { tools: readonly AgentTool[]; counts: CallCounts },
): PlannedCall[] => given.map((call, at) => planCall(call, problems[at] ?? [], parts));
