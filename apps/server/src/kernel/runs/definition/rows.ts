/** A run that begins. The names are those that `atelier.commit_runs` reads (migration 0070). */
export interface StartRow {
  t: string;
  r: string;
  kind: string;
  version: number;
  engine: number;
  subject: string | null;
  scope: string | null;
  /** JSON text. */
  input: string;
  actor: unknown;
  /** Executed by the executor that writes it; otherwise any may claim it. */
  here: boolean;
  lane: number;
  priority: number;
  parent: string | null;
  kept: boolean;
  budget: number | null;
}

/** A recorded operation: sequence, name, operation, value as JSON text, bytes stored aside, input, failure, key, attempts, cost. */
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

/** The run that a change is about, and the claim under which it is made. */
export interface Hold {
  t: string;
  r: string;
  e: number;
}

/** A run that is put down: to wait, to be tried later, or to be taken by anybody. */
export interface ParkRow extends Hold {
  status: 'WAITING' | 'QUEUED';
  /** What had arrived when it was decided; null: whatever has arrived. */
  inbox: number | null;
  until: string | null;
  ready: boolean;
  cost: number;
  attempts?: number;
  cause: unknown;
  stage?: string;
}

export interface EndRow extends Hold {
  status: 'COMPLETED' | 'FAILED' | 'CANCELLED';
  output: string | null;
  note: string | null;
  cause: unknown;
  cost: number;
}

/** A signal as it is read: id, name, payload as JSON text. */
export interface SignalRow {
  id: string;
  n: string;
  p: string;
}
