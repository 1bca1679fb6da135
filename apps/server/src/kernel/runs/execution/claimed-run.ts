import type { Pool } from 'pg';
import type { Actor } from '../../context/actor.ts';
import type { Ctx } from '../../context/context.ts';
import type { ContextParts } from '../../context/create-context.ts';
import type { ServiceContainer, Services } from '../../services/services.ts';
import { toSpanParent } from '../../telemetry/span.ts';
import { type RunCause, RunFailure, runCauses } from '../definition/causes.ts';
import type { JournalRow, SignalRow, StartRow } from '../definition/rows.ts';
import { readJournalPage, readStored } from '../definition/run-repository.ts';

/** The reason why nothing waits for a call of a run's code any longer. */
export type Stop =
  | { kind: 'parked' }
  | { kind: 'lost' }
  | { kind: 'retry'; cause: RunCause; delayMs: number }
  | { kind: 'failed'; cause: RunCause };

/** Something that a run waits for. `until` is in milliseconds since 1970. */
export interface Wait {
  readonly until?: number | undefined;
  /** Returns a function that continues the run when the wait is over. */
  check(): Promise<(() => void) | undefined> | (() => void) | undefined;
  reject(error: unknown): void;
}

/** The services and the container of the server that executes runs. */
export interface RunHost {
  services: Services;
  container: ServiceContainer;
}

/** Returns the parts of a run's context. The actor is the kind of the run, in its tenant. */
export const buildContext = (
  claim: ClaimedRun,
  pool: Pool,
  { services, container }: RunHost,
): ContextParts => ({
  pool,
  container,
  services,
  tenantId: claim.tenant_id,
  actor: { kind: 'system', name: claim.kind },
  patience: 'long',
  requestId: claim.id,
  log: services.log,
  ...(services.telemetry.isOn && { trace: toSpanParent(claim.id, claim.id) }),
});

/** A run as returned by `atelier.claim_runs` (claim_runs.sql). 64-bit numbers are texts. */
export interface ClaimedRun extends Record<string, unknown> {
  lane: number;
  tenant_id: string;
  id: string;
  kind: string;
  version: number;
  engine: number;
  subject_id: string | null;
  scope_id: string | null;
  input: unknown;
  actor: Actor;
  epoch: number;
  inbox: number;
  attempts: number;
  losses: number;
  cost: string;
  budget: string | null;
  root_id: string | null;
  parent_id: string | null;
  cancelled: boolean;
  created_at: Date;
  /** The first page of the journal. */
  journal: JournalRow[];
  signals: SignalRow[];
}

/** The number of journal entries that are read at a time. */
const journalPage = 200;

/** Returns a run that was just started here in the form of a claimed run. */
export const toClaimedRun = (row: Omit<StartRow, 'here'> & { actor: Actor }, input: unknown): ClaimedRun => ({
  lane: row.lane,
  tenant_id: row.t,
  id: row.r,
  kind: row.kind,
  version: row.version,
  engine: row.engine,
  subject_id: row.subject,
  scope_id: row.scope,
  input,
  actor: row.actor,
  epoch: 1,
  inbox: 0,
  attempts: 0,
  losses: 0,
  cost: '0',
  budget: row.budget === null ? null : String(row.budget),
  root_id: null,
  parent_id: row.parent,
  cancelled: false,
  created_at: new Date(),
  journal: [],
  signals: [],
});

/**
 * The operations that a run recorded in earlier calls, read page by page on demand. A run that is called for the first time has
 * none and reads nothing.
 */
export class Replay {
  readonly #ctx: () => Ctx;
  readonly #runId: string;
  readonly #entries = new Map<number, JournalRow>();
  #isWhole: boolean;
  #readThrough = 0;
  #reading: Promise<void> = Promise.resolve();

  constructor(ctx: () => Ctx, runId: string, firstPage: readonly JournalRow[]) {
    this.#ctx = ctx;
    this.#runId = runId;
    this.#isWhole = firstPage.length < journalPage;
    this.#keep(firstPage);
  }

  #keep(page: readonly JournalRow[]): void {
    for (const entry of page) this.#entries.set(entry.s, entry);
    this.#readThrough = page.at(-1)?.s ?? this.#readThrough;
  }

  async #readOn(): Promise<void> {
    const page = await this.#ctx().tx((tx) =>
      readJournalPage(tx, this.#runId, { after: this.#readThrough, limit: journalPage }),
    );
    this.#isWhole = page.length < journalPage;
    this.#keep(page);
  }

  /**
   * Returns the entry of an operation; undefined when it was not recorded. Throws `runs.definition_changed` when the entry
   * belongs to another operation.
   */
  async find(seq: number, name: string, op: string): Promise<JournalRow | undefined> {
    while (!this.#isWhole && this.#readThrough < seq) {
      this.#reading = this.#reading.then(async () => {
        if (!this.#isWhole && this.#readThrough < seq) await this.#readOn();
      });
      await this.#reading;
    }
    const entry = this.#entries.get(seq);
    if (entry === undefined) return undefined;
    this.#entries.delete(seq);
    if (entry.n !== name || entry.o !== op) throw new RunFailure(runCauses.changed);
    if (entry.b === undefined || entry.b === null) return entry;
    const value = await this.#ctx().tx((tx) => readStored(tx, this.#runId, seq));
    return { ...entry, v: value };
  }
}
