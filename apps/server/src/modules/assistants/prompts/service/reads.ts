import type { Prompt } from '@atelier/contracts/assistants/prompts/prompt-shapes';
import type { prompts } from '@atelier/contracts/assistants/prompts/prompts';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { closePage } from '../../../../kernel/db/paging.ts';
import { presentLine, presentPrompt, presentVersion } from '../present.ts';
import { promptRepository } from '../repository.ts';
import { visiblePrompts } from '../visible-prompts.ts';

type ListQuery = RequestOf<(typeof prompts.endpoints)['list']>['query'];

export const listPrompts = (ctx: AnyCtx, { sortBy: sort, ...query }: ListQuery) =>
  ctx.tx(async (tx) => {
    const { search, status, role, order, limit, cursor } = query;
    const filter = { search, status, role, visible: visiblePrompts(tx) };
    const page = await promptRepository.list(tx.db, filter, { sort, order, limit, cursor });
    const { rows, nextCursor, total } = closePage(page, limit);
    return { items: rows.map((row) => presentLine(tx, row)), nextCursor, total };
  });

/** Reads a prompt in a transaction that may have changed it. Throws `prompts.not_found`. */
export const readPrompt = async (tx: TxCtx, id: string): Promise<Prompt> =>
  presentPrompt(
    tx,
    (await promptRepository.find(tx.db, id, visiblePrompts(tx))) ?? fail('prompts.not_found'),
  );

/** Throws `prompts.not_found`. */
export const getPrompt = (ctx: AnyCtx, id: string): Promise<Prompt> => ctx.tx((tx) => readPrompt(tx, id));

/** Throws `prompts.not_found`. */
export const listVersions = (ctx: AnyCtx, id: string) =>
  ctx.tx(async (tx) => {
    await readPrompt(tx, id);
    return { versions: (await promptRepository.versions(tx.db, id)).map(presentVersion) };
  });
