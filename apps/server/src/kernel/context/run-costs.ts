import { sql } from 'drizzle-orm';
import { defineStatement, type Values } from '../db/define-statement.ts';
import type { TenantDb } from '../db/tenant-db.ts';

/** Declared, so that it leaves at once: a statement that is sent after it finds the run locked. */
const addCost = defineStatement((db, { id, microCredits }: Values<{ id: string; microCredits: number }>) =>
  db.execute(sql`update runs set cost = cost + ${microCredits} where id = ${id}`),
);

/** A run whose code spends credits. */
export interface CostlyRun {
  readonly id: string;
  /** Called after the run's costs, in micro-credits, have been committed. */
  readonly onCost: (microCredits: number) => void;
}

/** Collects the costs of one transaction of a run. Outside of runs nothing is counted. */
export class RunCosts {
  readonly #run: CostlyRun | undefined;
  #spent = 0;

  constructor(run: CostlyRun | undefined) {
    this.#run = run;
  }

  /** Starts from zero, because the transaction is repeated. */
  forget(): void {
    this.#spent = 0;
  }

  async count(db: TenantDb, microCredits: number): Promise<void> {
    if (!this.#run || microCredits <= 0) return;
    this.#spent += microCredits;
    await addCost(db, { id: this.#run.id, microCredits });
  }

  /** Tells the run after the commit. */
  announce(): void {
    if (this.#spent > 0) this.#run?.onCost(this.#spent);
  }
}

/**
 * The charges of one attempt of a step. Where the process dies before the step is recorded, the attempt is made again with charges that have
 * the same keys, and each of them is posted once.
 */
export class StepCharges {
  readonly #attempt: string;
  readonly #counts = new Map<string, number>();
  readonly #keys = new Map<string, string>();

  /** `attempt` is unique to the attempt of the step, in all runs. */
  constructor(attempt: string) {
    this.#attempt = attempt;
  }

  /** Returns the key of the charge that settles a hold. Charges of one kind are counted in the order in which they come. */
  keyFor(holdId: string, kind: string): string {
    const known = this.#keys.get(holdId);
    if (known !== undefined) return known;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    const key = `${this.#attempt} ${kind} ${count}`;
    this.#keys.set(holdId, key);
    return key;
  }
}
