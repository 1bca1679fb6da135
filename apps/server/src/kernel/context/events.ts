/**
 * Every type of event with its payload. A module adds its own by declaration merging in its `events.ts`. Payloads carry ids, never text.
 */
export interface EventMap {
  'runs.finished': { runId: string; kind: string; subjectId: string; status: string };
}
