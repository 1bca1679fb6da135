import { toCredits } from '../../../../kernel/base/credits.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { entityKinds } from '../../../../kernel/entities/entity-kind.ts';
import { tenantMembers } from '../../../account/tenancy/index.ts';
import type { UsageLimitRow } from '../tables.ts';

const whom = { TENANT: 'of the company', USER: 'of this person', APP: 'of this app' };

/** Describes a limit, such as "daily limit of 1,000 credits of this app". */
export const describeLimit = ({ scope, period, amount }: UsageLimitRow): string =>
  `${period === 'DAY' ? 'daily' : 'monthly'} limit of ${(toCredits(amount)).toLocaleString('en')} credits ${whom[scope]}`;

const mostShown = 50;

const appKind = (tx: TxCtx) => tx.services.extensions.of(entityKinds).find(({ kind }) => kind === 'APP');

/** Returns the names of apps by id. */
export const findApps = async (tx: TxCtx, ids: readonly string[]): Promise<Map<string, string>> => {
  const kind = appKind(tx);
  const found = kind ? await Promise.all(ids.map((id) => kind.find(tx, id))) : [];
  return new Map(found.flatMap((app) => (app ? [[app.id, app.name] as const] : [])));
};

interface Subject {
  subjectId: string;
  name: string;
}

/** Lists members or apps whose name contains `search`. */
export const listSubjects = (
  ctx: AnyCtx,
  { scope, search = '' }: { scope: 'USER' | 'APP'; search?: string | undefined },
): Promise<Subject[]> =>
  ctx.tx(async (tx) => {
    if (scope === 'USER') {
      const members = await tenantMembers.list(tx, { search, limit: mostShown });
      return members.map(({ userId, name, email }) => ({ subjectId: userId, name: `${name} (${email})` }));
    }
    const apps = (await appKind(tx)?.search(tx, { search, limit: mostShown })) ?? [];
    return apps.map(({ id, name }) => ({ subjectId: id, name }));
  });

/** Returns the name of a member or app; undefined when the tenant has none with this id. */
export const findSubject = async (
  tx: TxCtx,
  { scope, subjectId }: { scope: 'TENANT' | 'USER' | 'APP'; subjectId: string },
): Promise<string | undefined> => {
  if (scope === 'TENANT') return undefined;
  if (scope === 'APP') return (await findApps(tx, [subjectId])).get(subjectId);
  return (await tenantMembers.list(tx, { userIds: [subjectId] }))[0]?.name;
};
