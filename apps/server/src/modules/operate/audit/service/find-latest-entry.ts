import type { AuditRow } from '../../../../kernel/context/audit-log.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { auditRepository } from '../repository.ts';

/** Returns when and with which details an action last happened in the transaction's tenant; undefined if it never did. */
export const findLatestEntry = async (
  { db }: TxCtx,
  action: string,
): Promise<Pick<AuditRow, 'details' | 'createdAt'> | undefined> =>
  (await auditRepository.listOn(db, { action }, { limit: 1 })).rows[0]?.row;
