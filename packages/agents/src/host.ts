import type { ModelReply, ModelRequest } from '@atelier/models';
import type { AgentBudget, ApprovalDecision, JsonSchema, ToolCall, ToolOutcome } from './agent.ts';

/** The loop's request to a model. The host adds the model's own settings. */
export type TurnRequest = Pick<
  ModelRequest,
  'prompt' | 'tools' | 'toolChoice' | 'responseFormat' | 'maxOutputTokens'
>;

type FinishReason = NonNullable<ModelReply['finish']>['finishReason']['unified'];

/** The parts of a reply that do not fit the schemas, one sentence each. */
export interface ReplyCheck {
  /** By the places of the calls in the reply. */
  calls: string[][];
  answer: string[];
}

/** A whole reply with what it took. It must survive being stored as JSON. */
export interface TurnReply {
  message: ModelReply['message'];
  text: string;
  toolCalls: { id: string; name: string; input: string }[];
  /** Why the model stopped, in the words of the AI SDK. */
  finishReason: FinishReason;
  /** Input and output together. */
  tokens: number;
  /** Micro-credits. */
  cost: number;
  /** Milliseconds. */
  durationMs: number;
  /** The tools that the provider of the model refused, with its reasons, so that the model was asked without them. */
  leftOut?: { name: string; reason: string }[];
  /** Why the provider refused the schema of the answer, so that the model was told its form in words. */
  formatRefusal?: string;
  /** The findings about the reply when it came. Replies that were stored by earlier versions do not have it. */
  check?: ReplyCheck;
}

/**
 * The surroundings of a run. Each call is recorded under its turn: when the run is repeated after a crash or a wait, the recorded result is
 * returned and nothing is done again. The loop is a pure function of those results.
 */
export interface AgentHost {
  /**
   * Asks the model. `check` is called with a reply that has come, and its result is stored with the reply, so that nobody who reads the run
   * finds it out again. Throws what ends the run.
   */
  ask(
    turn: number,
    request: TurnRequest,
    check: (reply: Pick<TurnReply, 'text' | 'toolCalls'>) => Promise<ReplyCheck>,
  ): Promise<TurnReply>;
  /**
   * Makes calls that may be under way at the same time. Returns their outcomes in the same order. A failure of a tool is an outcome. `left` is
   * what others may use of the budget to carry them out;
   * `hasForeignText` is true when the model had read text by others before it wrote the calls.
   */
  call(
    turn: number,
    calls: readonly ToolCall[],
    read: { left: AgentBudget; hasForeignText: boolean },
  ): Promise<ToolOutcome[]>;
  /** Asks a person whether the call may be made, and waits for the decision. */
  approve(turn: number, call: ToolCall): Promise<ApprovalDecision>;
  /** Returns what in `value` does not fit the schema, one sentence each; empty when all fits. */
  check(schema: JsonSchema, value: unknown): Promise<string[]>;
}
