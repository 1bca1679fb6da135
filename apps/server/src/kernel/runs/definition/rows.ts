/** The row of a run that is started. Its fields are those that `atelier.commit_runs` reads (commit_runs.sql). */
export interface StartRow {
  t: string;
  r: string;
  kind: string;
  version: number;
  engine: number;
  subject: string | null;
  scope: string | null;
  /** The input as JSON text. */
  input: string;
  actor: unknown;
  /** True when the executor that writes the row also executes the run; otherwise any executor may claim it. */
  here: boolean;
  lane: number;
  priority: number;
  parent: string | null;
  kept: boolean;
  budget: number | null;
}

/**
 * A recorded operation: sequence number, name, operation, value as JSON text, bytes stored separately, input, failure, key,
 * attempts, cost.
 */
export interface JournalRow {
  s: number;
  n: string;
  o: string;
  v?: string | null;
  b?: number | null;
  i?: string;
  f?: unknown;
  k?: string;
  a?: number;
  c?: number;
  ms?: number;
}

/** The run that is changed, with the claim under which it is changed. */
export interface Hold {
  t: string;
  r: string;
  e: number;
}

/** A run that is released: to wait, to be retried later, or to be claimed by any executor. */
export interface ParkRow extends Hold {
  status: 'WAITING' | 'QUEUED';
  /** The inbox counter on which the decision was based; null to ignore later arrivals. */
  inbox: number | null;
  until: string | null;
  ready: boolean;
  attempts?: number;
  cause: unknown;
  stage?: string;
}

export interface EndRow extends Hold {
  status: 'COMPLETED' | 'FAILED' | 'CANCELLED';
  output: string | null;
  note: string | null;
  cause: unknown;
}

/** A received signal: id, name, payload as JSON text. */
export interface SignalRow {
  id: string;
  n: string;
  p: string;
}
