import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { AgentUse } from './outcome.ts';

/** A JSON Schema (draft 2020-12 or 7). */
export type JsonSchema = Record<string, unknown>;

/**
 * The effect of a tool outside the run. READS: nothing, so that several calls may be under way at once and a call may be repeated; this includes
 * work that is handed to others, who answer for what they do themselves. WRITES: something that must not happen twice, so that calls are made one after another, in the order in which the model wrote them.
 */
export type ToolEffect = 'READS' | 'WRITES';

/**
 * When a person is asked before a call. AFTER_FOREIGN_TEXT: from the moment on when the model has read text by others (a web page, a document, a
 * mail), because that text may have told it to make the call.
 */
export type ApprovalRule = 'NEVER' | 'AFTER_FOREIGN_TEXT' | 'ALWAYS';

export interface AgentTool {
  /** The name that the model uses: 1 to 64 letters, digits, `_` and `-`. Unique within the agent. */
  name: string;
  /** The name for people. */
  title: string;
  /** Tells the model what the tool does and when to use it. */
  description: string;
  /** Describes the arguments, an object. */
  inputSchema: JsonSchema;
  effect: ToolEffect;
  approval: ApprovalRule;
  /** True when the result contains text by others. */
  isForeign: boolean;
  /** True when whoever makes the calls checks their arguments. */
  isUnchecked?: boolean;
}

/** The budget of one run of an agent. When it is used up, the model is asked once more for an answer from what it has. */
export interface AgentBudget {
  /** Calls of the model. */
  turns: number;
  /** Tokens of all calls of the model, in and out. */
  tokens: number;
  /** Micro-credits of all calls; null for no limit beside the credits of the company. At this limit the model is not asked again. */
  credits: number | null;
  /** Seconds of work, without the time in which people decide. */
  seconds: number;
}

/** An agent as its loop needs it. */
export interface Agent {
  instructions: string;
  tools: readonly AgentTool[];
  budget: AgentBudget;
  /** The most tokens that the model takes in one call. */
  contextTokens: number;
  /** The most tokens of one reply. */
  replyTokens: number;
  /** The names of the tools of which the model has to call one before it answers. */
  mustCall?: readonly string[];
  /** The answer is JSON that fits this schema. */
  outputSchema?: JsonSchema;
}

/** A call that the model made, with arguments that fit the schema of the tool. */
export interface ToolCall {
  /** The id that the model gave the call. */
  id: string;
  tool: AgentTool;
  input: Record<string, JsonValue>;
}

/** The outcome of a call. */
export interface ToolOutcome {
  /** The text that the model reads. */
  text: string;
  /** The whole result, as people see it. */
  output: JsonValue;
  isFailed: boolean;
  /** True when this result contains text by others, although the tool does not always. */
  isForeign?: boolean;
  /** The usage of others that carried out the call. It counts against the budget of the run. */
  use?: Omit<AgentUse, 'workMs'>;
  /** True when the result is the answer of the run, which ends with it. */
  isAnswer?: boolean;
  /** Milliseconds. */
  durationMs: number;
}

/** A person's decision about a call. EDITED: the call is made with other arguments. */
export type ApprovalDecision =
  | { kind: 'APPROVED' }
  | { kind: 'EDITED'; input: Record<string, JsonValue> }
  | { kind: 'REJECTED'; reason: string }
  | { kind: 'NOT_DECIDED' };
