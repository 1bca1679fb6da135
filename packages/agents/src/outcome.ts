import type { JsonValue } from '@atelier/contracts/fields/field-values';

/** One thing that happened, in the order in which people see it. */
export type AgentStep =
  | { type: 'THINKING'; turn: number; text: string }
  | { type: 'TEXT'; turn: number; text: string }
  | {
      type: 'TOOL';
      turn: number;
      callId: string;
      /** The name that the model used, also when there is no such tool. */
      tool: string;
      title: string;
      input: JsonValue;
      output: JsonValue;
      status: 'DONE' | 'FAILED' | 'NOT_FITTING' | 'REPEATED' | 'REJECTED' | 'NOT_DECIDED';
      /** True when a person changed the arguments. */
      isEdited: boolean;
      durationMs: number;
    }
  /** The provider of the model refused a tool, so that the run went on without it. */
  | { type: 'LEFT_OUT'; turn: number; tool: string; title: string; reason: string }
  /** The provider of the model refused the schema of the answer, so that the model was told its form in words. */
  | { type: 'FORMAT_REFUSED'; turn: number; reason: string }
  /** Older rounds were replaced by a summary, because the conversation no longer fitted into the context of the model. */
  | { type: 'COMPACTION'; turn: number; rounds: number; tokensBefore: number; tokensAfter: number };

/** Called with each step when it is known; also again, when a run is repeated from its records. */
export type OnStep = (step: AgentStep) => void | Promise<void>;

/** The usage of a run, with that of its delegates. */
export interface AgentUse {
  turns: number;
  tokens: number;
  /** Micro-credits of the calls of the model. */
  cost: number;
  /** Milliseconds of work. */
  workMs: number;
}

/** Why a run ended without an answer. */
export type AgentFailure =
  | 'agents.refused'
  | 'agents.no_answer'
  | 'agents.call_missing'
  | 'agents.repeats_itself'
  | 'agents.output_invalid'
  | 'agents.context_too_small'
  | 'agents.credits_used';

/** The end of a run. */
export interface AgentOutcome {
  status: 'COMPLETED' | 'FAILED';
  /** The answer; text of the last turn also when the run failed, which may be empty. */
  text: string;
  /** The answer as JSON, for an agent with an output schema. */
  output: JsonValue;
  failure: AgentFailure | null;
  /** The part of the budget that was used up, so that the answer comes from what was known until then; null when none was. */
  cutShortBy: 'TURNS' | 'TOKENS' | 'SECONDS' | null;
  /** True when the model stopped at its longest reply, so that the text lacks its end. */
  isCutOff: boolean;
  use: AgentUse;
}
