import type { Ctx } from '../../context/context.ts';
import { type ContextParts, createContext } from '../../context/create-context.ts';
import { RunFailure, RunLost, RunStopped, runCauses } from '../definition/causes.ts';
import type { AnyRun } from '../definition/define-run.ts';
import type { JournalRow, SignalRow, StartRow } from '../definition/rows.ts';
import { readInbox } from '../definition/run-repository.ts';
import type { Change, Committed } from './batch-writer.ts';
import { type ClaimedRun, Replay, type Stop, type Wait } from './claimed-run.ts';
import type { ExecutorLife } from './executor-life.ts';
import { PendingStart } from './pending-start.ts';
import type { LastWrites, SharedEnds } from './shared-ends.ts';

interface ActiveRunParts {
  claim: ClaimedRun;
  definition: AnyRun;
  life: ExecutorLife;
  /** The parts from which the context of the run is made on demand. */
  context: ContextParts;
  /** Stores a large value over a connection of its own, so that batches do not wait for it. */
  storeAside: (ctx: Ctx, runId: string, seq: number, value: string) => Promise<void>;
  /** Ends runs that have handed over their last writes. */
  ends: SharedEnds;
  /** Called when a run was released until this time. */
  onAsleep: (until: number | undefined) => void;
  /** The start of the run, when it is committed together with the first entries. */
  start?: StartRow | undefined;
}

/**
 * Milliseconds. A result whose step took this long is sent at once; other results are cheap to repeat, so they wait for the
 * next commit. A start that waits for the first entries is sent after this time without them.
 */
const worthSendingMs = 20;
/** Made anew for each waiter: one that is shared would keep all of them in memory for ever. */
const never = (): Promise<never> => new Promise(() => undefined);

/** One call of a run's code: its recorded operations, those that are being written to the database, and its waits. */
export class ActiveRun {
  readonly claim: ClaimedRun;
  readonly definition: AnyRun;
  readonly life: ExecutorLife;
  readonly replay: Replay;
  readonly controller = new AbortController();
  readonly storeAside: ActiveRunParts['storeAside'];
  readonly ends: SharedEnds;
  /** Set when the code has handed over its last writes. */
  lastWrites: LastWrites | undefined;
  /** Resolves when nothing waits for the code any longer. */
  readonly stopped = Promise.withResolvers<Stop>();
  /** The micro-credits that the run has spent so far. The database keeps the same count. */
  #cost: number;
  #ctx: Ctx | undefined;
  readonly #context: ActiveRunParts['context'];
  readonly #onAsleep: ActiveRunParts['onAsleep'];
  #seq = 0;
  readonly start: PendingStart;
  #unsent: JournalRow[] = [];
  #sent: Promise<unknown> = Promise.resolve();
  #working = 0;
  readonly #waits = new Set<Wait>();
  #isLooking = false;
  #parking: Promise<void> | undefined;
  #hasStopped = false;
  #inbox: number;
  #signals: SignalRow[];
  readonly #taken = new Set<string>();
  /** The name and the steps of this call in exported traces. */
  readonly exported = { name: '', steps: 0 };

  constructor(parts: ActiveRunParts) {
    this.claim = parts.claim;
    this.definition = parts.definition;
    this.life = parts.life;
    this.storeAside = parts.storeAside;
    this.ends = parts.ends;
    this.#context = parts.context;
    this.#onAsleep = parts.onAsleep;
    this.#cost = Number(parts.claim.cost);
    this.#inbox = parts.claim.inbox;
    this.#signals = parts.claim.signals;
    this.start = new PendingStart(parts.start, { lateMs: worthSendingMs, onLate: () => void this.send() });
    this.replay = new Replay(() => this.ctx, parts.claim.id, parts.claim.journal);
  }

  get ctx(): Ctx {
    this.#ctx ??= createContext({
      ...this.#context,
      run: {
        id: this.claim.id,
        onCost: (microCredits) => {
          this.#cost += microCredits;
        },
      },
    });
    return this.#ctx;
  }

  get hold(): { t: string; r: string; e: number } {
    return { t: this.claim.tenant_id, r: this.claim.id, e: this.claim.epoch };
  }

  /** The micro-credits that the run has spent so far. */
  get cost(): number {
    return this.#cost;
  }

  get inbox(): number {
    return this.#inbox;
  }

  nextSeq(): number {
    this.#seq += 1;
    return this.#seq;
  }

  /**
   * Waits until an operation may begin. Never resolves when nothing waits for the code any longer; throws when the run must
   * end.
   */
  async guard(): Promise<void> {
    if (this.#parking) await this.#parking;
    if (this.#hasStopped) return never();
    if (this.controller.signal.aborted) throw this.controller.signal.reason;
    if (!this.life.isLeased) return this.stop({ kind: 'lost' });
    const { budget } = this.claim;
    if (budget !== null && this.#cost >= Number(budget)) throw new RunFailure(runCauses.budget);
  }

  /** Gives up this call of the code; its operations never resolve. */
  async stop(stop: Stop): Promise<never> {
    this.#hasStopped = true;
    if (stop.kind === 'lost') this.controller.abort(new RunLost('the run is in other hands'));
    this.stopped.resolve(stop);
    return never();
  }

  /** Makes the next operation of the code throw. */
  abort(stop: 'cancel' | 'shutdown'): void {
    if (this.controller.signal.aborted) return;
    const reason = new RunStopped(stop);
    this.controller.abort(reason);
    for (const wait of this.#waits) wait.reject(reason);
    this.#waits.clear();
  }

  /** Does work during which the run does not count as waiting. */
  async busy<T>(work: () => Promise<T>): Promise<T> {
    this.#working += 1;
    try {
      return await work();
    } finally {
      this.#working -= 1;
      this.#lookSoon();
    }
  }

  /** Adds an entry to the next commit; an entry that took long to make is sent at once. */
  keep(entry: JournalRow, tookMs = 0): void {
    this.#unsent.push(entry);
    this.#cost += entry.c ?? 0;
    if (tookMs >= worthSendingMs) void this.send();
  }

  /** Commits a change together with the entries that were not sent yet, and with the start of the run if that was not. */
  write(change: Change): Promise<Committed> {
    const steps = this.#unsent.map((entry) => ({ ...this.hold, ...entry }));
    this.#unsent = [];
    const start = this.start.take();
    const written = this.life.writer.write({
      ...(start && { start }),
      ...(steps.length > 0 && { steps }),
      ...change,
    });
    if (start) this.start.follow(written);
    return written;
  }

  /** Sends the recorded entries. Resolves after the commit; a refusal ends the run. */
  send(change: Change = {}): Promise<unknown> {
    if (this.#unsent.length > 0 || this.start.isWaiting || change.start) {
      // Refusals arrive later than this assignment.
      this.#sent = this.write(change).catch((error: unknown) => this.#refused(error));
    }
    return this.#sent;
  }

  /** Resolves when the start of the run is committed, for what other connections write about the run. */
  async sendStart(): Promise<void> {
    if (!this.start.isStored) await this.send();
  }

  #refused(error: unknown): Promise<never> {
    // No other entries are being sent, so the change that ends the run waits for none.
    this.#unsent = [];
    this.#sent = Promise.resolve();
    if (error instanceof RunLost) return this.stop({ kind: 'lost' });
    this.ctx.log.warn({ err: error, run: this.claim.id }, 'a recorded step was refused');
    return this.stop({ kind: 'failed', cause: runCauses.refused });
  }

  /** Takes the next signal of a name. */
  takeSignal(name: string): SignalRow | undefined {
    const found = this.#signals.find((signal) => signal.n === name && !this.#taken.has(signal.id));
    if (found) this.#taken.add(found.id);
    return found;
  }

  /** Notes that an earlier call has taken the signal. */
  noteTaken(id: string): void {
    this.#taken.add(id);
  }

  wait(wait: Wait): void {
    this.#waits.add(wait);
    this.#lookSoon();
  }

  #lookSoon(): void {
    if (this.#isLooking || this.#working > 0 || this.#waits.size === 0 || this.#hasStopped) return;
    this.#isLooking = true;
    // Deferred, so that the code can reach its next operation first.
    setImmediate(() => {
      this.#look()
        .catch((error: unknown) => {
          for (const wait of this.#waits) wait.reject(error);
          this.#waits.clear();
        })
        .finally(() => {
          this.#isLooking = false;
        });
    });
  }

  /** Continues the waits that are over, and releases the run when there are none. */
  async #look(): Promise<void> {
    while (this.#working === 0 && this.#waits.size > 0 && !this.controller.signal.aborted) {
      let isOver = false;
      for (const wait of this.#waits) {
        const goOn = await wait.check();
        if (!goOn) continue;
        this.#waits.delete(wait);
        goOn();
        isOver = true;
      }
      if (isOver) await new Promise((resolve) => setImmediate(resolve));
      else if (this.#working === 0) await this.#park();
    }
  }

  async #park(): Promise<void> {
    const untils = [...this.#waits].flatMap(({ until }) => (until === undefined ? [] : [until]));
    const until = untils.length === 0 ? undefined : Math.min(...untils);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#parking = promise;
    try {
      const { parked } = await this.write({
        park: {
          ...this.hold,
          status: 'WAITING',
          inbox: this.#inbox,
          until: until === undefined ? null : new Date(until).toISOString(),
          ready: false,
          attempts: 0,
          cause: null,
        },
      });
      if (parked) {
        this.#waits.clear();
        void this.stop({ kind: 'parked' });
        this.#onAsleep(until);
      } else await this.#readInbox();
    } catch (error) {
      this.#waits.clear();
      void this.#refused(error);
    } finally {
      this.#parking = undefined;
      resolve();
    }
  }

  async #readInbox(): Promise<void> {
    const found = await this.ctx.tx((tx) => readInbox(tx, this.claim.id));
    if (!found) return void this.stop({ kind: 'lost' });
    this.#inbox = found.inbox;
    this.#signals = found.signals;
    if (found.cancelled) this.abort('cancel');
  }
}
