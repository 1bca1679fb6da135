import type { agents } from '@atelier/contracts/build/agents/agents';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import { presentVersion } from '../present.ts';
import { versionRepository } from '../versions/repository.ts';
import { findAgent } from './reads.ts';

type Query = RequestOf<(typeof agents.endpoints)['versions']>['query'];

/** Lists the versions of an agent, newest first. The cursor is the number of the last one. Throws `agents.not_found`. */
export const listVersions = (ctx: AnyCtx, id: string, { cursor, limit }: Query) =>
  ctx.tx(async (tx) => {
    const agent = await findAgent(tx, id);
    const before = cursor === undefined ? undefined : Number.parseInt(cursor, 10);
    const at = { before: Number.isNaN(before) ? undefined : before, limit };
    const [found, total] = await Promise.all([
      versionRepository.list(tx.db, id, at),
      versionRepository.count(tx.db, id),
    ]);
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    return {
      items: shown.map((version) => presentVersion(agent, version)),
      nextCursor: found.length > limit && last ? String(last.row.number) : null,
      total,
    };
  });
