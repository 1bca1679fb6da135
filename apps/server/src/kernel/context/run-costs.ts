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
