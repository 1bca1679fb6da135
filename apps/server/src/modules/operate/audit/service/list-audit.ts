import type { RequestOf } from '@atelier/contracts/kernel/contract';
import type { audit } from '@atelier/contracts/operate/audit';
import type { AuditRow } from '../../../../kernel/context/audit-log.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { entityKinds } from '../../../../kernel/entities/entity-kind.ts';
import { presentEntry } from '../present.ts';
import { auditRepository } from '../repository.ts';

type ListQuery = RequestOf<(typeof audit.endpoints)['list']>['query'];

/** Returns the names of the subjects of entries by id: users, and things of any module. Deleted subjects have no name. */
const findNames = async (tx: TxCtx, ids: readonly string[]): Promise<Map<string, string>> => {
  const names = await auditRepository.namesOfUsers(tx.db, ids);
  for (const id of ids) {
    const kind = tx.services.extensions.of(entityKinds).find(({ prefix }) => id.startsWith(prefix));
    const found = await kind?.find(tx, id);
    if (found) names.set(id, found.name);
  }
  return names;
};

/** Lists who did what in the tenant, newest first. */
export const listAudit = (ctx: AnyCtx, { limit, cursor, ...filter }: ListQuery) =>
  ctx.tx(async (tx) => {
    const page = await auditRepository.list(tx.db, filter, { limit, cursor });
    const names = await findNames(tx, [...new Set(page.rows.map(({ subjectId }) => subjectId))]);
    return {
      ...page,
      items: page.rows.map((row) => presentEntry(row, names.get(row.subjectId) ?? null)),
    };
  });

/** Returns the values that the log can be filtered by. */
export const listAuditChoices = (ctx: AnyCtx) =>
  ctx.tx(async ({ db }) => ({
    actions: await auditRepository.listActions(db),
    users: await auditRepository.listUsers(db),
  }));

/** Returns when and with which details an action last happened in the transaction's tenant; undefined if it never did. */
export const findLatestEntry = async (
  { db }: TxCtx,
  action: string,
): Promise<Pick<AuditRow, 'details' | 'createdAt'> | undefined> =>
  (await auditRepository.listOn(db, { action }, { limit: 1 })).rows[0];
