import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { RunHandle } from '../../../../kernel/runs/index.ts';
import { type ReadingKey, readingRepository } from './repository.ts';

interface Paid {
  text: string;
  settle: (tx: TxCtx) => Promise<void>;
}

/**
 * What a model reads in a part of a file: kept in the transaction that charges it, and taken from there when the import is
 * tried again. So a crash or a retry pays at most for the one call that was under way a second time.
 */
export const payOnce = async (run: RunHandle, key: ReadingKey, ask: () => Promise<Paid>): Promise<string> => {
  const known = await run.step((tx) => readingRepository.find(tx.db, key));
  if (known !== undefined) return known;
  const { text, settle } = await ask();
  await run.step(async (tx) => {
    await readingRepository.insert(tx.db, key, text);
    await settle(tx);
  });
  return text;
};
