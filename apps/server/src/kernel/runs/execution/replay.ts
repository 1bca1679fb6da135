import type { Ctx } from '../../context/context.ts';
import { RunFailure, runCauses } from '../definition/causes.ts';
import type { JournalRow } from '../definition/rows.ts';
import { readJournalPage, readStored } from '../definition/run-repository.ts';
import { journalPage } from './claimed-run.ts';

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
