import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { parseForeignJson } from '@atelier/contracts/kernel/parse-json';
import type { AgentBudget, AgentTool, ApprovalDecision, ToolCall, ToolOutcome } from '../agent.ts';
import type { AgentHost } from '../host.ts';
import type { AgentStep } from '../outcome.ts';
import type { PlannedCall } from './plan-calls.ts';

type FittingCall = Extract<PlannedCall, { kind: 'CALL' }>;
type ToolStep = Extract<AgentStep, { type: 'TOOL' }>;

/** The text of a call for the model, and its step for people. */
export interface CallResult {
  text: string;
  isForeign: boolean;
  /** True when the result is the answer of the run. */
  isAnswer: boolean;
  step: ToolStep;
}

interface Turn {
  number: number;
  host: AgentHost;
  /** True when the model had read text by others before it wrote the calls. */
  hasForeignText: boolean;
  /** The part of the budget that others may use. */
  left(): AgentBudget;
  /** Counts what others used. */
  spend(use: NonNullable<ToolOutcome['use']>): void;
  onStep(step: AgentStep): void | Promise<void>;
}

type Ending = Pick<ToolStep, 'status' | 'output' | 'isEdited' | 'durationMs'> & { input?: JsonValue };

const needsApproval = ({ approval }: AgentTool, { hasForeignText }: Turn): boolean =>
  approval === 'ALWAYS' || (approval === 'AFTER_FOREIGN_TEXT' && hasForeignText);

const readable = (text: string): JsonValue => {
  const value = parseForeignJson(text) as JsonValue | undefined;
  return value === undefined ? text : value;
};

const buildCallResult = (
  { number }: Turn,
  { given, ...planned }: PlannedCall,
  text: string,
  { input, ...ending }: Ending,
): CallResult => {
  const tool = 'call' in planned ? planned.call.tool : planned.tool;
  const shown = input ?? readable(given.input);
  const { id: callId, name } = given;
  const step: ToolStep = {
    ...{ type: 'TOOL', turn: number, callId, tool: name, title: tool?.title ?? name, input: shown },
    ...ending,
  };
  return { text, isForeign: tool?.isForeign === true, isAnswer: false, step };
};

const notMade = (turn: Turn, planned: PlannedCall, status: ToolStep['status'], text: string): CallResult =>
  buildCallResult(turn, planned, text, { status, output: text, isEdited: false, durationMs: 0 });

const made = (
  turn: Turn,
  planned: PlannedCall,
  { text, output, isFailed, isForeign, isAnswer, use, durationMs }: ToolOutcome,
  edited?: ToolCall,
): CallResult => {
  if (use) turn.spend(use);
  const note = edited ? `A person changed the arguments to ${JSON.stringify(edited.input)}.\n` : '';
  const status = isFailed ? 'FAILED' : 'DONE';
  const input = edited && { input: edited.input };
  const ending = { status, output, isEdited: edited !== undefined, durationMs, ...input } as const;
  const result = buildCallResult(turn, planned, note + text, ending);
  return { ...result, isForeign: result.isForeign || isForeign === true, isAnswer: isAnswer === true };
};

const whyNot = (decision: Extract<ApprovalDecision, { kind: 'REJECTED' | 'NOT_DECIDED' }>): string =>
  decision.kind === 'REJECTED'
    ? `A person refused this call.${decision.reason === '' ? '' : ` Their reason: ${decision.reason}`} Do not try to reach the same in another way.`
    : 'Nobody decided about this call in time, so it was not made. Do not make it again.';

/** Returns the facts about the turn that the host needs for a call. */
const toTurnFacts = ({ hasForeignText, left }: Turn) => ({ hasForeignText, left: left() });

/** Asks a person, and makes the call when they allow it. */
const makeApproved = async (turn: Turn, planned: FittingCall): Promise<CallResult> => {
  const { number, host } = turn;
  const { call } = planned;
  const decision = await host.approve(number, call);
  if (decision.kind === 'REJECTED' || decision.kind === 'NOT_DECIDED')
    return notMade(turn, planned, decision.kind, whyNot(decision));
  const edited = decision.kind === 'EDITED' ? { ...call, input: decision.input } : undefined;
  const [outcome] = await host.call(number, [edited ?? call], toTurnFacts(turn));
  return made(turn, planned, outcome as ToolOutcome, edited);
};

/** Makes calls that only read, all at once. */
const makeTogether = async (turn: Turn, planned: readonly FittingCall[]): Promise<CallResult[]> => {
  if (planned.length === 0) return [];
  const outcomes = await turn.host.call(
    turn.number,
    planned.map(({ call }) => call),
    toTurnFacts(turn),
  );
  return planned.map((each, at) => made(turn, each, outcomes[at] as ToolOutcome));
};

/**
 * Makes the calls of a turn in the order in which the model wrote them. Calls that only read and follow each other are made at once; a
 * call that changes something, or that a person decides about, is made alone.
 */
export const makeCalls = async (turn: Turn, planned: readonly PlannedCall[]): Promise<CallResult[]> => {
  const results: CallResult[] = [];
  const take = async (taken: readonly CallResult[]) => {
    results.push(...taken);
    for (const { step } of taken) await turn.onStep(step);
  };
  let together: FittingCall[] = [];
  const flush = async () => {
    const waiting = together;
    together = [];
    await take(await makeTogether(turn, waiting));
  };
  for (const each of planned) {
    if (each.kind === 'CALL' && each.call.tool.effect === 'READS' && !needsApproval(each.call.tool, turn)) {
      together.push(each);
      continue;
    }
    await flush();
    if (each.kind !== 'CALL') await take([notMade(turn, each, each.kind, each.reason)]);
    else if (needsApproval(each.call.tool, turn)) await take([await makeApproved(turn, each)]);
    else await take(await makeTogether(turn, [each]));
  }
  await flush();
  return results;
};
