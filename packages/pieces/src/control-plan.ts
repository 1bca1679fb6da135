import type { JsonValue } from '@atelier/contracts/fields/field-values';

/** A task that is handed to something that works in a run of its own, such as an agent. The engine waits for its answer. */
export interface TaskPlan {
  taker: TaskTakerKind;
  id: string;
  task: string;
  /** The JSON Schema that the answer has to fit; null for the taker's own form. */
  schema: Record<string, JsonValue> | null;
}

/** The kinds of workers to which tasks can be handed. */
export type TaskTakerKind = 'AGENT' | 'CREW';

/** The engine's part in a control action. Times are in milliseconds, `at` is a date with a time and an offset. */
export type ControlPlan =
  | { kind: 'sleep'; ms: number }
  | { kind: 'sleep-until'; at: string }
  /** Waits for a call to the run's own address; its value is `{ method, headers, queryParams, body }`. */
  | { kind: 'wait-webhook'; timeoutMs?: number }
  /** Waits for a decision; its value is `{ approved, by, comment, timedOut }`. `to` lists mail addresses, and may be empty. */
  | { kind: 'approval'; title: string; message: string; to: string[]; timeoutMs?: number }
  /** Answers the call that started the flow. The first response counts. */
  | { kind: 'respond'; status: number; headers: Record<string, string>; body: JsonValue }
  /** Starts another flow; with `wait` its value is that flow's output. */
  | { kind: 'run-flow'; flowId: string; input: JsonValue; wait: boolean }
  /** The output of the flow: the answer of a chat, the output of an agent or of a sub-flow. */
  | { kind: 'output'; value: JsonValue }
  /** Ends the run: successfully, or as failed with the message. */
  | { kind: 'stop'; failed: boolean; message: string };
