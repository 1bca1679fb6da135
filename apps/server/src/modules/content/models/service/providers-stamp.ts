import type { TxCtx } from '../../../../kernel/context/context.ts';
import { modelRepository } from '../repository.ts';

/** Returns a text that changes with every change of the tenant's own providers, so that what they answered before is not used again. */
export const readProvidersStamp = (tx: TxCtx): Promise<string> => modelRepository.readStamp(tx.db);
