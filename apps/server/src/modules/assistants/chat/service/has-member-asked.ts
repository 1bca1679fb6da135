import type { TxCtx } from '../../../../kernel/context/context.ts';
import { chatRepository } from '../repository.ts';

/** True when a member of the tenant, signed in or with an API key, ever asked one of its apps. */
export const hasMemberAsked = (tx: TxCtx): Promise<boolean> => chatRepository.isAnyOfMembers(tx.db);
