import type { TxCtx } from '../../../../kernel/context/context.ts';
import { type MemberQuery, type NamedMember, peopleRepository } from '../people-repository.ts';

/** Finds members of the tenant with their names, for modules that mention users. */
export const findMembers = (tx: TxCtx, query: MemberQuery): Promise<NamedMember[]> =>
  peopleRepository.list(tx.db, tx.tenantId, query);
