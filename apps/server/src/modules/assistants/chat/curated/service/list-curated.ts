import type { curatedAnswers } from '@atelier/contracts/assistants/chat/curated-answers';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import type { AnyCtx } from '../../../../../kernel/context/context.ts';
import { getApp } from '../../../apps/index.ts';
import { presentCurated } from '../present.ts';
import { curatedRepository } from '../repository.ts';
import { findCurated } from './plan-curated.ts';

type ListQuery = RequestOf<(typeof curatedAnswers.endpoints)['list']>['query'];

/** Lists the curated answers of a visible app, or the one that a question gets. Throws `apps.not_found`. */
export const listCurated = (ctx: AnyCtx, { appId, query, ...page }: ListQuery) =>
  ctx.tx(async (tx) => {
    await getApp(tx, appId);
    const found = query === undefined ? undefined : await findCurated(tx, appId, query);
    if (query !== undefined && found === undefined) return { items: [], nextCursor: null, total: 0 };
    const filter = { appId, id: found?.id, search: page.search };
    const { rows, nextCursor, total } = await curatedRepository.list(tx.db, filter, page);
    return { items: rows.map(presentCurated), nextCursor, total };
  });
