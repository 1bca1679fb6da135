import { estimateTokens } from '@atelier/models';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { embedTextsUnpaid } from '../../models/index.ts';
import { type ReadingKey, readingRepository } from '../media/repository.ts';

/** The texts of a document, which one call embedded together with those of others. */
export interface EmbeddedTexts {
  key: ReadingKey;
  texts: readonly string[];
}

const tokensOf = (documents: readonly EmbeddedTexts[]): number =>
  documents.flatMap(({ texts }) => texts).reduce((sum, text) => sum + estimateTokens(text), 0);

type Call = Pick<Awaited<ReturnType<typeof embedTextsUnpaid>>, 'settleShare' | 'bill'>;

const settleAtEnd = async (tx: TxCtx, { settleShare, bill }: Call, share = 1): Promise<void> => {
  // A share without a hold is settled by statements of its own.
  if (bill.holdId === null) await settleShare(tx, share);
  else tx.last(() => settleShare(tx, share));
};

/**
 * Charges a call that embedded several documents, and notes that each is paid for. Where a process that has lost its runs paid for some of
 * them meanwhile, the others pay their share.
 */
export const payForVectors = async (
  tx: TxCtx,
  documents: readonly EmbeddedTexts[],
  call: Call,
): Promise<void> => {
  if (call.bill.used.cost === 0) return settleAtEnd(tx, call);
  const keys = documents.map(({ key }) => key);
  const added = new Set(await readingRepository.insertKeys(tx.db, keys));
  const unpaid = documents.filter(({ key }) => added.has(key.importId));
  const share = unpaid.length === documents.length ? 1 : tokensOf(unpaid) / tokensOf(documents);
  await settleAtEnd(tx, call, share);
};

/** Releases the hold of a call that embedded again what is paid for. */
export const releaseHold = (tx: TxCtx, call: Call): Promise<void> => settleAtEnd(tx, call, 0);
