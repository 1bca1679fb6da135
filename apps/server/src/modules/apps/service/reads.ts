import type { App, apps, RequestOf } from '@atelier/contracts';
import type { AnyCtx } from '../../../kernel/context.ts';
import { closePage } from '../../../kernel/db/paging.ts';
import { fail } from '../../../kernel/errors.ts';
import { appRepository } from '../repository.ts';
import { completeApp, completeApps } from './complete-apps.ts';

export const getApp = (ctx: AnyCtx, id: string): Promise<App> =>
  ctx.tx(async (tx) => completeApp(tx, (await appRepository.find(tx.db, id)) ?? fail('apps.not_found')));

type ListQuery = RequestOf<(typeof apps.endpoints)['list']>['query'];

export const listApps = (ctx: AnyCtx, query: ListQuery) =>
  ctx.tx(async (tx) => {
    const { rows, nextCursor, total } = closePage(await appRepository.list(tx.db, query, query), query.limit);
    return { items: await completeApps(tx, rows), nextCursor, total };
  });
