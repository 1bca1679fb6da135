import type { TxCtx } from '../../../../kernel/context/context.ts';
import { modelRepository } from '../repository.ts';
import { embedTextsUnpaid } from './embed-texts.ts';

/** Embeds questions, whose vectors the caller may keep and use again. */
export const questionEmbedding = {
  embed: embedTextsUnpaid,

  /** Returns a text that changes with every change of the tenant's own providers. Vectors with another stamp must not be used again. */
  readStamp: (tx: TxCtx): Promise<string> => modelRepository.readStamp(tx.db),
};
