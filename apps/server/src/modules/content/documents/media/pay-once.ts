import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { RunContext } from '../../../../kernel/runs/index.ts';
import { type ReadingKey, readingRepository } from './repository.ts';

interface Paid {
  text: string;
  settle: (tx: TxCtx) => Promise<void>;
}

/**
 * Returns what a model reads in a part of a file. The result is stored in the transaction that charges it, and reused when
 * the import is retried, so a crash or retry pays twice for at most the one call in progress.
 */
export const payOnce = async (
  run: RunContext,
  key: ReadingKey,
  ask: () => Promise<Paid>,
): Promise<string> => {
  const known = await run.write((tx) => readingRepository.find(tx.db, key));
  if (known !== undefined) return known;
  const { text, settle } = await ask();
  await run.write(async (tx) => {
    await readingRepository.insert(tx.db, key, text);
    await settle(tx);
  });
  return text;
};
