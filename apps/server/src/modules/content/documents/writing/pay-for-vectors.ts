import { estimateTokens } from '@atelier/models';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { type Bill, settleBill } from '../../models/index.ts';
import { type ReadingKey, readingRepository } from '../media/repository.ts';

/** The texts of a document, which one call embedded together with those of others. */
export interface EmbeddedTexts {
  key: ReadingKey;
  texts: readonly string[];
}

const tokensOf = (documents: readonly EmbeddedTexts[]): number =>
  documents.flatMap(({ texts }) => texts).reduce((sum, text) => sum + estimateTokens(text), 0);

const settleAtEnd = async (tx: TxCtx, bill: Bill): Promise<void> => {
  // What was not held for is written by statements of its own.
  if (bill.holdId === null) await settleBill(tx, bill);
  else tx.last(() => settleBill(tx, bill));
};

/**
 * Charges a call that embedded several documents, and notes that each is paid for. Where a process that has lost its runs paid for some of
 * them meanwhile, the others pay their share.
 */
export const payForVectors = async (
  tx: TxCtx,
  documents: readonly EmbeddedTexts[],
  bill: Bill,
): Promise<void> => {
  const { cost } = bill.used;
  if (cost === 0) return settleAtEnd(tx, bill);
  const keys = documents.map(({ key }) => key);
  const added = new Set(await readingRepository.insertKeys(tx.db, keys));
  const unpaid = documents.filter(({ key }) => added.has(key.importId));
  const share = unpaid.length === documents.length ? 1 : tokensOf(unpaid) / tokensOf(documents);
  await settleAtEnd(tx, { ...bill, used: { ...bill.used, cost: cost * share } });
};

/** Releases the hold of a call that embedded again what is paid for. */
export const releaseHold = (tx: TxCtx, bill: Bill): Promise<void> =>
  settleAtEnd(tx, { ...bill, used: { cost: 0 } });
