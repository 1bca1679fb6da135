import type { ImageHandling } from '@atelier/contracts/content/bases/knowledge-shapes';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { RunContext } from '../../../../kernel/runs/index.ts';
import type { ImportRow } from '../../bases/declarations.ts';
import type { FileRow } from '../../files/index.ts';
import { type ReadingKey, readingRepository } from './repository.ts';

/** An import whose file is read by models, with the path of the file. */
export interface MediaWork {
  import: ImportRow;
  file: FileRow;
  imageHandling: ImageHandling;
  path: string;
}

interface Paid {
  text: string;
  settle: (tx: TxCtx) => Promise<void>;
}

/**
 * Returns the text that a model reads in a part of a file. The result is stored in the transaction that charges it, and reused when the
 * import is retried, so a crash or retry pays twice for at most the one call in progress.
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
