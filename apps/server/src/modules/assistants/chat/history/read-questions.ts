import type { AskedQuestion, history, QueryDetails } from '@atelier/contracts/assistants/chat/history';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { findEntityNames } from '../../../../kernel/entities/entity-kind.ts';
import { visibleAppNames } from '../../apps/index.ts';
import { presentAsked, presentDetails } from './present.ts';
import { type AskedRow, historyRepository } from './repository.ts';

type QuestionQuery = RequestOf<(typeof history)['endpoints']['queryHistory']>['query'];

/** Returns the user whose questions are shown: undefined (everybody) for those who build apps, else the actor. */
export const shownAsker = (tx: TxCtx): string | undefined => {
  if (tx.may('apps:write')) return undefined;
  return 'userId' in tx.actor ? tx.actor.userId : '';
};

/** Returns the names of the listed apps. Throws `knowledge.not_found` and `history.app_not_found`. */
const findListedApps = async (
  tx: TxCtx,
  { appId, knowledgeBaseId }: QuestionQuery,
): Promise<Map<string, string>> => {
  if (knowledgeBaseId !== undefined) {
    const known = await findEntityNames(tx, [knowledgeBaseId]);
    if (!known.has(knowledgeBaseId)) fail('knowledge.not_found');
  }
  const names = await visibleAppNames(tx, { knowledgeBaseId });
  if (appId === undefined) return names;
  return new Map([[appId, names.get(appId) ?? fail('history.app_not_found')]]);
};

/** Lists the questions to visible apps. Throws `knowledge.not_found` and `history.app_not_found`. */
export const listQuestions = (ctx: AnyCtx, query: QuestionQuery) =>
  ctx.tx(async (tx) => {
    const names = await findListedApps(tx, query);
    const own = shownAsker(tx);
    const { search, status, answered, blocked, from, to, hour, sort, limit, cursor } = query;
    // A user who sees only their own questions finds none of another user.
    const isNobody = own !== undefined && query.userId !== undefined && query.userId !== own;
    const filter = {
      appIds: isNobody ? [] : [...names.keys()],
      search,
      status,
      isAnswered: answered === undefined ? undefined : answered === 'true',
      isBlocked: blocked === 'true',
      userId: own ?? query.userId,
      from,
      to,
      hour,
    };
    const order = sort === '1' ? ('asc' as const) : ('desc' as const);
    const asked = { sort: 'createdAt' as const, order, limit, cursor };
    const { rows, ...page } = await historyRepository.list(tx.db, filter, asked);
    const now = tx.now();
    const items = rows.map((row) => presentAsked(row, { appName: names.get(row.appId) ?? '', now }));
    return { ...page, items };
  });

/** Returns the newest questions to these apps for which nothing was found, as far as the actor may read them. */
export const listUnanswered = async (
  tx: TxCtx,
  asked: { appIds: readonly string[]; from: string; to: string },
  limit: number,
) => {
  const filter = { ...asked, userId: shownAsker(tx) };
  const rows = await historyRepository.unansweredTexts(tx.db, filter, limit);
  return rows.map(({ askedAt, ...row }) => ({ ...row, askedAt: askedAt.toISOString() }));
};

const getQuestion = async (tx: TxCtx, id: string): Promise<{ row: AskedRow; appName: string }> => {
  const row = (await historyRepository.find(tx.db, id)) ?? fail('history.query_not_found');
  const appName = (await findEntityNames(tx, [row.appId])).get(row.appId);
  const own = shownAsker(tx);
  if (appName === undefined || (own !== undefined && row.userId !== own)) fail('history.query_not_found');
  return { row, appName: appName ?? '' };
};

/** Throws `history.query_not_found`. */
export const getQueryDetails = (ctx: AnyCtx, id: string, appId: string | undefined): Promise<QueryDetails> =>
  ctx.tx(async (tx) => {
    const { row, appName } = await getQuestion(tx, id);
    if (appId !== undefined && row.appId !== appId) fail('history.query_not_found');
    return presentDetails(row, { appName, now: tx.now() });
  });

/** Throws `history.query_not_found`. */
export const getQueryInfo = (ctx: AnyCtx, id: string): Promise<AskedQuestion> =>
  ctx.tx(async (tx) => {
    const { row, appName } = await getQuestion(tx, id);
    return presentAsked(row, { appName, now: tx.now() });
  });
