import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Ctx, TxCtx } from '../../context/context.ts';
import { RunLost } from '../definition/causes.ts';
import type { SharedEnd } from '../definition/run-context.ts';
import { holdRuns } from '../definition/run-repository.ts';
import type { ActiveRun } from './active-run.ts';

/** The last writes that a run handed over, with the function that writes them for several runs. */
export interface LastWrites {
  end: SharedEnd<unknown>;
  value: unknown;
}

/** Milliseconds that the first run of a group waits for the others of its kind and scope that this process works on. */
const gatherMs = 15;
/** Runs of one transaction. */
const most = 32;

/** A completed run whose end is to be written. Output and note are as they are stored. */
interface Ending {
  active: ActiveRun;
  output: string;
  note: string | undefined;
}

interface Waiting extends Ending {
  resolve: () => void;
  reject: (error: unknown) => void;
}

interface Group {
  waiting: Waiting[];
  /** Ends the wait for others. */
  hurry: () => void;
}

const toKey = ({ claim }: ActiveRun): string => `${claim.tenant_id} ${claim.kind} ${claim.scope_id ?? ''}`;

/** Writes the ends of runs that this process still owns. Returns how many runs were woken by them. */
const writeEnds = async (tx: TxCtx, endings: readonly Ending[]): Promise<number> => {
  const [first] = endings;
  if (!first) return 0;
  const { claim, definition, life, lastWrites } = first.active;
  const values = endings.map(({ active }) => active.lastWrites?.value);
  const rows = endings.map(({ active, output, note }) => ({
    ...{ ...active.hold, status: 'COMPLETED', output, note, cause: null },
  }));
  const subjects = endings.map(({ active }) => active.claim.subject_id ?? '');
  const topic = definition.topic?.({ subjectId: claim.subject_id ?? '', scopeId: claim.scope_id ?? '' });
  const [ended] = await Promise.all([
    tx.db.execute<{ woken: number }>(
      sql`select atelier.end_runs(${life.id}, ${JSON.stringify(rows)}::jsonb) as woken`,
    ),
    topic === undefined ? undefined : tx.signalAll(topic, subjects),
    lastWrites?.end.write(tx, values),
  ]);
  return ended.rows[0]?.woken ?? 0;
};

/**
 * Ends completed runs of one tenant, kind and scope in shared transactions, one at a time for each scope. If a shared
 * transaction fails, each run is ended in one of its own, so that only the responsible run gets the failure.
 */
export class SharedEnds {
  readonly #groups = new Map<string, Group>();
  readonly #underWay: () => Iterable<ActiveRun>;

  constructor(underWay: () => Iterable<ActiveRun>) {
    this.#underWay = underWay;
  }

  /** Resolves when the end is committed. Rejects with the run's own failure, also with `RunLost` and `RunStopped`. */
  end(ending: Ending): Promise<void> {
    const key = toKey(ending.active);
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { ...ending, resolve, reject };
      const group = this.#groups.get(key);
      if (group) {
        group.waiting.push(waiting);
        group.hurry();
      } else {
        const made: Group = { waiting: [waiting], hurry: () => undefined };
        this.#groups.set(key, made);
        void this.#drain(key, made);
      }
    });
  }

  async #drain(key: string, group: Group): Promise<void> {
    while (group.waiting.length > 0) {
      await this.#gather(key, group);
      await writeGroup(group.waiting.splice(0, most));
    }
    this.#groups.delete(key);
  }

  /** Waits a moment for the other runs of the scope, unless there are none or the group is full. */
  async #gather(key: string, group: Group): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    const isWhole = () => group.waiting.length >= Math.min(most, this.#countUnderWay(key));
    if (isWhole()) return;
    const enough = new AbortController();
    group.hurry = () => {
      if (isWhole()) enough.abort();
    };
    await sleep(gatherMs, undefined, { signal: enough.signal }).catch(() => undefined);
    group.hurry = () => undefined;
  }

  #countUnderWay(key: string): number {
    let count = 0;
    for (const active of this.#underWay()) if (toKey(active) === key) count += 1;
    return count;
  }
}

const writeGroup = async (group: readonly Waiting[]): Promise<void> => {
  try {
    await writeOnce(group);
  } catch (error) {
    if (group.length === 1) group[0]?.reject(error);
    else for (const one of group) await writeGroup([one]);
  }
};

/** Settles all endings of a group after one transaction, or throws its failure and settles none. */
const writeOnce = async (group: readonly Waiting[]): Promise<void> => {
  await Promise.all(group.map(({ active }) => active.send()));
  const [first] = group;
  if (!first) return;
  const { ctx, life }: { ctx: Ctx; life: ActiveRun['life'] } = first.active;
  const stopped = group.filter(({ active }) => active.controller.signal.aborted);
  const going = group.filter((one) => !stopped.includes(one));
  const { owned, woken } = await ctx.tx(async (tx) => {
    const holds = going.map(({ active }) => active.hold);
    const owned = await holdRuns(tx, holds, life.id);
    return {
      owned,
      woken: await writeEnds(
        tx,
        going.filter(({ active }) => owned.has(active.claim.id)),
      ),
    };
  });
  if (woken > 0) life.woke();
  for (const { active, reject } of stopped) reject(active.controller.signal.reason);
  for (const { active, resolve, reject } of going)
    if (owned.has(active.claim.id)) resolve();
    else reject(new RunLost(`run ${active.claim.id} is in other hands`));
};
