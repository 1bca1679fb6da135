import type { agents } from '@atelier/contracts/assistants/agents/agents';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import { readNumbered } from '../../../../kernel/db/paging.ts';
import { presentVersion } from '../present.ts';
import { versionRepository } from '../versions/repository.ts';
import { findAgent } from './reads.ts';

type Query = RequestOf<(typeof agents.endpoints)['versions']>['query'];

/** Lists the versions of an agent, newest first. The cursor is the number of the last one. Throws `agents.not_found`. */
export const listVersions = (ctx: AnyCtx, id: string, { cursor, limit }: Query) =>
  ctx.tx(async (tx) => {
    const agent = await findAgent(tx, id);
    const { rows, ...page } = await readNumbered({
      ...{ cursor, limit },
      list: (at) => versionRepository.list(tx.db, id, at),
      count: () => versionRepository.count(tx.db, id),
      toVersionNumber: ({ row }) => row.number,
    });
    return { ...page, items: rows.map((version) => presentVersion(agent, version)) };
  });
