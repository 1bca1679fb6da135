import type { flows } from '@atelier/contracts/assistants/flows/flows';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import { readNumbered } from '../../../../kernel/db/paging.ts';
import { presentVersion, presentVersionLine } from '../present.ts';
import { versionRepository } from '../versions/repository.ts';
import { findFlow, findVersion } from './reads.ts';

type Query = RequestOf<(typeof flows.endpoints)['versions']>['query'];

/** Lists the versions of a flow, newest first. The cursor is the number of the last one. Throws `flows.not_found`. */
export const listVersions = (ctx: AnyCtx, id: string, { cursor, limit }: Query) =>
  ctx.tx(async (tx) => {
    const flow = await findFlow(tx, id);
    const { rows, ...page } = await readNumbered({
      ...{ cursor, limit },
      list: (at) => versionRepository.list(tx.db, id, at),
      count: () => versionRepository.count(tx.db, id),
      toVersionNumber: ({ number }) => number,
    });
    return { ...page, items: rows.map((version) => presentVersionLine(flow, version)) };
  });

/** Throws `flows.not_found` and `flows.version_not_found`. */
export const getVersion = (ctx: AnyCtx, id: string, versionId: string) =>
  ctx.tx(async (tx) => presentVersion(await findFlow(tx, id), await findVersion(tx, id, versionId)));
