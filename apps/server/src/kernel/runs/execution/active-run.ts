import { type ContextParts, type Ctx, createContext } from '../../context/context.ts';
import { RunFailure, RunLost, RunStopped, runCauses } from '../definition/causes.ts';
import type { AnyRun } from '../definition/define-run.ts';
import type { JournalRow, SignalRow } from '../definition/rows.ts';
import { readInbox } from '../definition/run-repository.ts';
import type { Change } from './batch-writer.ts';
import type { ClaimedRun } from './claimed-run.ts';
import type { ExecutorLife } from './executor-life.ts';
import { Replay } from './replay.ts';
import type { Stop, Wait } from './stop.ts';

interface ActiveRunParts {
  claim: ClaimedRun;
  definition: AnyRun;
  life: ExecutorLife;
  /** What its context is made of, when it is asked for. */
  context: ContextParts;
  /** Stores a large value on a connection that the batches do not use. */
  storeAside: (ctx: Ctx, runId: string, seq: number, value: string) => Promise<void>;
  /** A run was put down until this moment. */
  onAsleep: (until: number | undefined) => void;
}

/** A result whose step took this long is sent at once; others travel with the next commit, because they are cheap to repeat. */
const worthSendingMs = 20;
const never = new Promise<never>(() => undefined);

/** One call of a run's code: what it has recorded so far, what is on its way to the database, and what it waits for. */
export class ActiveRun {
  readonly claim: ClaimedRun;
  readonly definition: AnyRun;
  readonly life: ExecutorLife;
  readonly replay: Replay;
  readonly controller = new AbortController();
  readonly storeAside: ActiveRunParts['storeAside'];
  /** Resolves when the code is not to be waited for. */
  readonly stopped = Promise.withResolvers<Stop>();
  cost: number;
  #ctx: Ctx | undefined;
  readonly #context: ActiveRunParts['context'];
  readonly #onAsleep: ActiveRunParts['onAsleep'];
  #seq = 0;
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

  constructor(parts: ActiveRunParts) {
    this.claim = parts.claim;
    this.definition = parts.definition;
    this.life = parts.life;
    this.storeAside = parts.storeAside;
    this.#context = parts.context;
    this.#onAsleep = parts.onAsleep;
    this.cost = Number(parts.claim.cost);
    this.#inbox = parts.claim.inbox;
    this.#signals = parts.claim.signals;
    this.replay = new Replay(() => this.ctx, parts.claim.id, parts.claim.journal);
  }

  get ctx(): Ctx {
    this.#ctx ??= createContext(this.#context);
    return this.#ctx;
  }

  get hold(): { t: string; r: string; e: number } {
    return { t: this.claim.tenant_id, r: this.claim.id, e: this.claim.epoch };
  }

  get inbox(): number {
    return this.#inbox;
  }

  nextSeq(): number {
    this.#seq += 1;
    return this.#seq;
  }

  /** Whether anything may begin: never resolves for code that nobody waits for, throws for a run that must end. */
  async guard(): Promise<void> {
    if (this.#parking) await this.#parking;
    if (this.#hasStopped) return never;
    if (this.controller.signal.aborted) throw this.controller.signal.reason;
    if (!this.life.isLeased) return this.stop({ kind: 'lost' });
    const { budget } = this.claim;
    if (budget !== null && this.cost >= Number(budget)) throw new RunFailure(runCauses.budget);
  }

  /** Gives up this call of the code; whatever it still does never resolves. */
  async stop(stop: Stop): Promise<never> {
    this.#hasStopped = true;
    if (stop.kind === 'lost') this.controller.abort(new RunLost('the run is in other hands'));
    this.stopped.resolve(stop);
    return never;
  }

  /** Makes the code end: its next operation throws. */
  abort(stop: 'cancel' | 'shutdown'): void {
    if (this.controller.signal.aborted) return;
    const reason = new RunStopped(stop);
    this.controller.abort(reason);
    for (const wait of this.#waits) wait.reject(reason);
    this.#waits.clear();
  }

  /** Does work during which the run does not wait. */
  async busy<T>(work: () => Promise<T>): Promise<T> {
    this.#working += 1;
    try {
      return await work();
    } finally {
      this.#working -= 1;
      this.#lookSoon();
    }
  }

  /** Keeps an entry for the next commit; one that was dear to make is sent at once. */
  keep(entry: JournalRow, tookMs = 0): void {
    this.#unsent.push(entry);
    this.cost += entry.c ?? 0;
    if (tookMs >= worthSendingMs) void this.send();
  }

  /** Takes what was not sent yet, for a change that it is to be committed with. */
  takeUnsent(): Pick<Change, 'steps'> {
    if (this.#unsent.length === 0) return {};
    const steps = this.#unsent.map((entry) => ({ ...this.hold, ...entry }));
    this.#unsent = [];
    return { steps };
  }

  /** Sends what was recorded; resolves after the commit. A refusal ends the run. */
  send(change: Change = {}): Promise<unknown> {
    const whole = { ...this.takeUnsent(), ...change };
    if (whole.steps || change.start) {
      // Set by a refusal, which comes later than this.
      this.#sent = this.life.writer.write(whole).catch((error: unknown) => this.#refused(error));
    }
    return this.#sent;
  }

  #refused(error: unknown): Promise<never> {
    // Nothing more is on its way: what ends the run now waits for nobody.
    this.#unsent = [];
    this.#sent = Promise.resolve();
    if (error instanceof RunLost) return this.stop({ kind: 'lost' });
    this.ctx.log.warn({ err: error, run: this.claim.id }, 'a recorded step was refused');
    return this.stop({ kind: 'failed', cause: runCauses.refused });
  }

  /** The next signal of a name that was not taken yet. */
  takeSignal(name: string): SignalRow | undefined {
    const found = this.#signals.find((signal) => signal.n === name && !this.#taken.has(signal.id));
    if (found) this.#taken.add(found.id);
    return found;
  }

  /** A signal that was taken in an earlier call. */
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
    // Later, so that the code may go on to its next operation first.
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

  /** Lets those go on whose wait is over; puts the run down when there are none. */
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
      const { parked } = await this.life.writer.write({
        ...this.takeUnsent(),
        park: {
          ...this.hold,
          status: 'WAITING',
          inbox: this.#inbox,
          until: until === undefined ? null : new Date(until).toISOString(),
          ready: false,
          cost: this.cost,
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
