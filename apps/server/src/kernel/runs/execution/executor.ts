import { setTimeout as sleep } from 'node:timers/promises';
import { readJson } from '@atelier/contracts/kernel/parse-json';
import type { Pool } from 'pg';
import type { Ctx } from '../../context/context.ts';
import type { Services } from '../../services/services.ts';
import { engineVersion, RunLost } from '../definition/causes.ts';
import type { RunRegistry, RunType } from '../definition/define-run.ts';
import { chooseLane } from '../definition/define-run.ts';
import type { StartRow } from '../definition/rows.ts';
import { cancelTopic, executorsTopic, waitingTopic } from '../definition/topics.ts';
import { newRunId, queueRows, type RunStart, startRun, toStartRow } from '../start/start-run.ts';
import { ActiveRun } from './active-run.ts';
import { buildContext, type ClaimedRun, type RunHost, toClaimedRun } from './claimed-run.ts';
import { driveRun, endForeign, endUnknown, leaveRun, unknownDefinition } from './drive-run.ts';
import { ExecutorLife } from './executor-life.ts';
import { giveBack, type Lane, makeLanes, occupy } from './lanes.ts';
import { LargeResults } from './large-results.ts';
import { RunClock } from './run-clock.ts';
import { SharedEnds } from './shared-ends.ts';
import { type BegunRun, offerExecutor } from './start-here.ts';

/**
 * Queues a run whose start was not written because the executor ended, for example after a pause of the process that was longer than its
 * lease: that is no failure of the run. If the start was committed nevertheless, nothing happens. Either way another executor takes the run.
 * Throws `failure` if it is any other one.
 */
const queueIfLost = async (ctx: Ctx, row: StartRow, failure: unknown): Promise<void> => {
  if (!(failure instanceof RunLost)) throw failure;
  await ctx.tx((tx) => queueRows(tx, [row]));
};

const beginAgainMs = 500;
/** The most runs that are claimed at once for a lane. */
const mostClaims = 64;

interface ExecutorParts {
  connectionString: string;
  pool: Pool;
  registry: RunRegistry;
  /** The number of heavy runs at once; a process with 0 claims none. */
  heavyPlaces: number;
  leaseMs?: number;
}

interface Place {
  life: ExecutorLife;
  lane: Lane;
}

const toOwnStartRow = <I, O>(ctx: Ctx, type: RunType<I, O>, start: RunStart<I>) => ({
  ...toStartRow(ctx, type, start),
  ...{ t: ctx.tenantId, r: newRunId(), engine: engineVersion, actor: ctx.actor, here: true },
});

/** Executes runs in this process: at once those that are started here, and those that it claims. */
export class RunExecutor {
  readonly #parts: ExecutorParts;
  readonly #large = new LargeResults(() => this.#life?.writer.changes ?? 0);
  readonly #lanes: ReadonlyMap<number, Lane>;
  readonly #ends = new SharedEnds(() => this.#byId.values());
  #host: RunHost | undefined;
  readonly #byId = new Map<string, ActiveRun>();
  readonly #driving = new Map<string, Promise<void>>();
  readonly #unsubscribe: (() => void)[] = [];
  #life: ExecutorLife | undefined;
  #isClosing = false;
  #isClaiming = false;
  #claimAgain = false;
  #beginning: Promise<void> = Promise.resolve();
  readonly #clock = new RunClock({ life: () => this.#life, onWork: () => this.#claimNow() });

  constructor(parts: ExecutorParts) {
    this.#parts = parts;
    this.#lanes = makeLanes(parts.heavyPlaces);
  }

  /** Begins the first life of the executor, and retries if that fails, unless a pooler is the reason. */
  async open(host: RunHost): Promise<void> {
    this.#host = host;
    await this.#begin();
    const { live } = host.services;
    this.#unsubscribe.push(
      offerExecutor(host, this),
      live.subscribe(waitingTopic.tenantId, waitingTopic.topic, () => this.wake()),
      live.subscribe(cancelTopic.tenantId, cancelTopic.topic, (id) => this.#cancel(id)),
      live.subscribe(executorsTopic.tenantId, executorsTopic.topic, () => this.#clock.lookSoon()),
    );
    void this.#clock.look();
  }

  get #openHost(): RunHost {
    if (!this.#host) throw new Error('The run executor is not open.');
    return this.#host;
  }

  get #services(): Services {
    return this.#openHost.services;
  }

  async #begin(): Promise<void> {
    const { connectionString, leaseMs } = this.#parts;
    this.#life = await ExecutorLife.begin({
      connectionString,
      log: this.#services.log,
      ...(leaseMs === undefined ? {} : { leaseMs }),
      onWoken: () => this.wake(),
      onCancel: (ids) => {
        for (const id of ids) this.#byId.get(id)?.abort('cancel');
      },
      onEnd: () => this.#loseAll(),
    });
  }

  /** Loses all runs of a life that has ended; other executors take them over. */
  #loseAll(): void {
    this.#life = undefined;
    for (const active of this.#byId.values()) void active.stop({ kind: 'lost' });
    if (!this.#isClosing) this.#beginning = this.#beginAgain();
  }

  async #beginAgain(): Promise<void> {
    while (!this.#isClosing && !this.#life) {
      await sleep(beginAgainMs);
      if (this.#isClosing) return;
      await this.#begin().catch((error: unknown) =>
        this.#services.log.warn({ err: error }, 'the run executor could not begin'),
      );
    }
    this.wake();
  }

  #cancel(id: string): void {
    if (id === '') void this.#life?.watch({ renew: true });
    else this.#byId.get(id)?.abort('cancel');
  }

  /** Claims runs for the free slots. Has no effect while a claim is in progress. */
  wake(): void {
    this.#clock.lookSoon();
    this.#claimNow();
  }

  #claimNow(): void {
    this.#claimAgain = true;
    if (!this.#isClaiming && this.#parts.heavyPlaces > 0) void this.#claimAll();
  }

  async #claimAll(): Promise<void> {
    this.#isClaiming = true;
    try {
      while (this.#claimAgain && this.#life && !this.#isClosing) {
        this.#claimAgain = false;
        await this.#claimFor([...this.#lanes.values()], this.#life);
      }
    } catch (error) {
      if (!this.#isClosing) this.#services.log.warn({ err: error }, 'no run could be taken');
    } finally {
      this.#isClaiming = false;
    }
  }

  async #claimFor(lanes: readonly Lane[], life: ExecutorLife): Promise<void> {
    const orders = lanes.flatMap(({ lane, places, active, cap, byTenant }) => {
      const free = Math.min(places - active, mostClaims);
      return free <= 0 ? [] : [{ lane, places: free, cap, busy: [...byTenant].map(([t, n]) => ({ t, n })) }];
    });
    if (orders.length === 0) return;
    const claims = await life.claim(orders);
    for (const lane of lanes) {
      const own = claims.filter((claim) => claim.lane === lane.lane);
      for (const claim of own) this.#work(claim, { life, lane });
      // If all requested runs were returned, there may be more.
      if (own.length > 0 && own.length === orders.find((order) => order.lane === lane.lane)?.places)
        this.#claimAgain = true;
    }
  }

  #work(claim: ClaimedRun, { life, lane, start }: Place & { start?: StartRow }): ActiveRun {
    const definition = this.#parts.registry.find(claim.kind, claim.version);
    const active = new ActiveRun({
      claim,
      definition: definition ?? unknownDefinition(claim),
      life,
      context: buildContext(claim, this.#parts.pool, this.#openHost),
      storeAside: (...result) => this.#large.write(...result),
      ends: this.#ends,
      onAsleep: (until) => until !== undefined && this.#clock.wakeIn(until - this.#services.clock.now()),
      start,
    });
    occupy(lane, claim.tenant_id);
    this.#byId.set(claim.id, active);
    const driving = this.#drive(active, definition !== undefined).finally(() => {
      active.start.giveUp();
      // A later life may already work on the same run.
      if (this.#byId.get(claim.id) === active) this.#byId.delete(claim.id);
      if (this.#driving.get(claim.id) === driving) this.#driving.delete(claim.id);
      if (giveBack(lane, claim.tenant_id)) this.wake();
    });
    this.#driving.set(claim.id, driving);
    if (this.#isClosing) active.abort('shutdown');
    return active;
  }

  async #drive(active: ActiveRun, isKnown: boolean): Promise<void> {
    const { claim } = active;
    if (claim.engine !== engineVersion) return endForeign(active);
    if (isKnown) return driveRun(active);
    const { registry } = this.#parts;
    if (registry.isNewer(claim.kind, claim.version) && registry.knows(claim.kind)) return leaveRun(active);
    return endUnknown(active, { anyVersion: registry.knows(claim.kind) });
  }

  /** Returns where a run can be executed at once; undefined when a rule decides about its start, or all slots are taken. */
  #findPlace<I, O>(ctx: Ctx, type: RunType<I, O>, start: RunStart<I>) {
    const life = this.#life;
    const lane = this.#lanes.get(chooseLane(ctx, type.lane));
    const isFull = !lane || lane.active >= lane.places || (lane.byTenant.get(ctx.tenantId) ?? 0) >= lane.cap;
    return !life || isFull || type.starting || start.idempotency || this.#isClosing
      ? undefined
      : { life, lane };
  }

  /**
   * Starts a run and executes it in this process at once, if there is a free slot and no rule decides about the start. Resolves
   * with its id when the start is committed.
   */
  async start<I, O>(ctx: Ctx, type: RunType<I, O>, start: RunStart<I>): Promise<string | null> {
    const place = this.#findPlace(ctx, type, start);
    if (!place) return (await ctx.tx((tx) => startRun(tx, type, start))).runId;
    const row = toOwnStartRow(ctx, type, start);
    try {
      await place.life.writer.write({ start: row });
    } catch (error) {
      await queueIfLost(ctx, row, error);
      return row.r;
    }
    this.#work(toClaimedRun(row, readJson(row.input)), place);
    return row.r;
  }

  /** As `start`, for callers that wait for the run: the start is committed with the first entries of the run, or after a moment. */
  async begin<I, O>(ctx: Ctx, type: RunType<I, O>, start: RunStart<I>): Promise<BegunRun> {
    const place = this.#findPlace(ctx, type, start);
    if (!place) {
      const { runId } = await ctx.tx((tx) => startRun(tx, type, start));
      return { runId, stored: Promise.resolve() };
    }
    const row = toOwnStartRow(ctx, type, start);
    const { start: begun } = this.#work(toClaimedRun(row, readJson(row.input)), { ...place, start: row });
    const stored = begun.stored.catch((error: unknown) => queueIfLost(ctx, row, error));
    // Nobody may ask whether the start was stored.
    stored.catch(() => undefined);
    return { runId: row.r, stored };
  }

  /** Resolves when this process no longer works on the run: it has ended, waits, or belongs to another process. */
  async settled(runId: string): Promise<void> {
    await this.#driving.get(runId);
  }

  /** True while this process works on the run. */
  worksOn(runId: string): boolean {
    return this.#driving.has(runId);
  }

  /** Claims no more runs, releases those in progress, and resolves when all have ended. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#clock.stop();
    for (const stop of this.#unsubscribe) stop();
    for (const active of this.#byId.values()) active.abort('shutdown');
    await Promise.all(this.#driving.values());
    await this.#beginning;
    this.#life?.end();
  }
}
