import { Readable } from 'node:stream';
import type { CreditUsage, UsageGrouping, UsageRecord } from '@atelier/contracts/money/usage';
import { toCredits } from '../../../../kernel/base/credits.ts';
import { csvLine, csvMark } from '../../../../kernel/base/csv.ts';
import type { AnyCtx, Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { tenantMembers } from '../../../account/tenancy/index.ts';
import { type UsageRange, usageRepository } from '../repository/usage.ts';
import type { UsageRow } from '../tables.ts';
import { findApps } from './limit-subjects.ts';

/** The first and the last day, in UTC. */
export interface Days {
  from: string;
  to: string;
}

const dayMs = 86_400_000;
const mostGroups = 100;

export const toUsageRange = ({ from, to }: Days): UsageRange => ({
  from: new Date(`${from}T00:00:00Z`),
  until: new Date(Date.parse(`${to}T00:00:00Z`) + dayMs),
});

const listDays = ({ from, to }: Days): string[] => {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += dayMs)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
};

interface Group {
  key: string;
  amount: number;
  records: number;
}

const kinds: Record<string, string> = {
  ANSWER: 'Answers',
  EMBEDDING: 'Reading and searching',
  OTHER: 'Other',
};

/** The labels of usage without a key. */
const nobody: Partial<Record<UsageGrouping, string>> = {
  user: 'Visitors and background work',
  app: 'No app',
  model: 'No model',
};
const gone: Partial<Record<UsageGrouping, string>> = { user: 'Former member', app: 'Deleted app' };

/** Returns the names of users and apps by id. Those who left or were deleted have none. */
const findNames = async (
  tx: TxCtx,
  what: 'user' | 'app',
  ids: readonly string[],
): Promise<Map<string, string>> => {
  if (ids.length === 0) return new Map();
  if (what === 'app') return findApps(tx, ids);
  return new Map((await tenantMembers.list(tx, { userIds: ids })).map(({ userId, name }) => [userId, name]));
};

const labelled = async (tx: TxCtx, groupBy: UsageGrouping, groups: readonly Group[]) => {
  const keys = groups.map(({ key }) => key).filter((key) => key !== '');
  const names = groupBy === 'user' || groupBy === 'app' ? await findNames(tx, groupBy, keys) : undefined;
  const label = (key: string): string => {
    if (key === '') return nobody[groupBy] ?? key;
    if (groupBy === 'kind') return kinds[key] ?? key;
    return names ? (names.get(key) ?? gone[groupBy] ?? key) : key;
  };
  return groups.map(({ key, amount, records }) => ({
    key,
    label: label(key),
    credits: toCredits(amount),
    records,
  }));
};

const withRest = (groups: Group[]): { shown: Group[]; rest: Group | undefined } => {
  if (groups.length <= mostGroups) return { shown: groups, rest: undefined };
  const others = groups.slice(mostGroups);
  const sum = (of: (group: Group) => number) => others.reduce((total, group) => total + of(group), 0);
  return {
    shown: groups.slice(0, mostGroups),
    rest: { key: 'others', amount: sum(({ amount }) => amount), records: sum(({ records }) => records) },
  };
};

/** Returns the use of credits: the sums of a range, of each of its days, and of each group. */
export const readCreditUsage = (
  ctx: AnyCtx,
  query: Days & { groupBy: UsageGrouping },
): Promise<CreditUsage> =>
  ctx.tx(async (tx) => {
    const range = toUsageRange(query);
    const { amount, ...totals } = await usageRepository.totals(tx.db, range);
    const byDay = await usageRepository.days(tx.db, range);
    const days = new Map(byDay.map((group) => [group.key, group]));
    const isByDay = query.groupBy === 'day';
    const all = isByDay ? byDay : await usageRepository.groups(tx.db, range, query.groupBy);
    const { shown, rest } = isByDay ? { shown: all, rest: undefined } : withRest(all);
    const groups = await labelled(tx, query.groupBy, shown);
    const others = rest
      ? [{ key: rest.key, label: 'All others', credits: toCredits(rest.amount), records: rest.records }]
      : [];
    return {
      from: query.from,
      to: query.to,
      groupBy: query.groupBy,
      totals: { ...totals, credits: toCredits(amount) },
      series: listDays(query).map((day) => ({
        day,
        credits: toCredits(days.get(day)?.amount ?? 0),
        records: days.get(day)?.records ?? 0,
        answers: days.get(day)?.answers ?? 0,
        tokens: days.get(day)?.tokens ?? 0,
      })),
      groups: [...groups, ...others],
    };
  });

/** Returns the credits that were spent in a range. */
export const readSpend = async ({ db }: TxCtx, range: UsageRange): Promise<number> =>
  toCredits((await usageRepository.totals(db, range)).amount);

/** Presents usage records with the names of users and apps. */
const presentRecords = async (tx: TxCtx, rows: readonly UsageRow[]): Promise<UsageRecord[]> => {
  const listIds = (pick: (row: UsageRow) => string | null) => [
    ...new Set(rows.flatMap((row) => pick(row) ?? [])),
  ];
  const users = await findNames(
    tx,
    'user',
    listIds(({ userId }) => userId),
  );
  const apps = await findNames(
    tx,
    'app',
    listIds(({ appId }) => appId),
  );
  return rows.map((row) => ({
    usageId: row.id,
    at: row.createdAt.toISOString(),
    kind: row.kind,
    userName: row.userId === null ? null : (users.get(row.userId) ?? gone.user ?? null),
    appName: row.appId === null ? null : (apps.get(row.appId) ?? gone.app ?? null),
    modelId: row.modelId,
    inputTokens: row.inputTokens,
    outputTokens: row.outputTokens,
    credits: toCredits(row.amount),
  }));
};

/** Lists usage records, newest first. */
export const listUsageRecords = (
  ctx: AnyCtx,
  query: Days & { cursor?: string | undefined; limit: number },
): Promise<{ items: UsageRecord[]; nextCursor: string | null; total: number }> =>
  ctx.tx(async (tx) => {
    const page = { sort: 'at' as const, order: 'desc' as const, limit: query.limit, cursor: query.cursor };
    const { rows, nextCursor, total } = await usageRepository.list(tx.db, toUsageRange(query), page);
    return { items: await presentRecords(tx, rows), nextCursor, total };
  });

const pageSize = 500;
const head = ['time', 'kind', 'user', 'app', 'model', 'input tokens', 'output tokens', 'credits'];

const toCsvLine = (row: UsageRecord): string =>
  csvLine([
    row.at,
    row.kind,
    row.userName,
    row.appName,
    row.modelId,
    row.inputTokens,
    row.outputTokens,
    row.credits,
  ]);

async function* readCsvLines(ctx: Ctx, days: Days): AsyncIterable<string> {
  yield csvMark + csvLine(head);
  let cursor: string | undefined;
  do {
    const page = await listUsageRecords(ctx, { ...days, cursor, limit: pageSize });
    yield page.items.map(toCsvLine).join('');
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/** Returns the usage records of the range as CSV. They are read page by page while the file is sent. */
export const exportUsage = (ctx: Ctx, days: Days): Readable => Readable.from(readCsvLines(ctx, days));
