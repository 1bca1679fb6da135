import {
  listPromptVariables,
  type Prompt,
  type PromptLine,
  type PromptVersion,
} from '@atelier/contracts/assistants/prompts/prompt-shapes';
import type { prompts } from '@atelier/contracts/assistants/prompts/prompts';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { visiblePrompts } from '../prompt-entity.ts';
import { type NamedPrompt, type NamedVersion, promptRepository } from '../repository.ts';
import type { PromptRow } from '../tables.ts';

const presentLine = (ctx: AnyCtx, row: PromptRow): PromptLine => ({
  promptId: row.id,
  name: row.name,
  description: row.description,
  role: row.role,
  shareWith: row.shareWith,
  status: row.version === null ? 'Draft' : 'Published',
  hasChanges: row.version !== null && (row.prompt !== row.published || row.role !== row.publishedRole),
  version: row.version,
  published: row.published,
  variables: listPromptVariables(row.version === null ? row.prompt : row.published),
  addedOn: row.createdAt.toISOString(),
  modifiedOn: row.updatedAt.toISOString(),
  abilities: { canWrite: ctx.may('prompts:write') },
});

const presentPrompt = (ctx: AnyCtx, row: NamedPrompt): Prompt => ({
  ...presentLine(ctx, row),
  prompt: row.prompt,
  sharedUsers: row.sharedUsers,
  sharedRoles: row.sharedRoles,
  addedBy: row.author,
  revision: row.revision,
});

const presentVersion = (row: NamedVersion): PromptVersion => ({
  number: row.number,
  role: row.role,
  prompt: row.prompt,
  publishedBy: row.publisher,
  publishedOn: row.publishedAt.toISOString(),
});

type ListQuery = RequestOf<(typeof prompts.endpoints)['list']>['query'];

export const listPrompts = (ctx: AnyCtx, { sortBy: sort, ...query }: ListQuery) =>
  ctx.tx(async (tx) => {
    const { search, status, role, order, limit, cursor } = query;
    const filter = { search, status, role, visible: visiblePrompts(tx) };
    const { rows, nextCursor, total } = await promptRepository.list(tx.db, filter, {
      sort,
      order,
      limit,
      cursor,
    });
    return { items: rows.map((row) => presentLine(tx, row)), nextCursor, total };
  });

/** Reads a prompt in a transaction that may have changed it. Throws `prompts.not_found`. */
export const readPrompt = async (tx: TxCtx, id: string): Promise<Prompt> =>
  presentPrompt(
    tx,
    (await promptRepository.findNamed(tx.db, id, visiblePrompts(tx))) ?? fail('prompts.not_found'),
  );

/** Throws `prompts.not_found`. */
export const getPrompt = (ctx: AnyCtx, id: string): Promise<Prompt> => ctx.tx((tx) => readPrompt(tx, id));

/** Throws `prompts.not_found`. */
export const listVersions = (ctx: AnyCtx, id: string) =>
  ctx.tx(async (tx) => {
    await readPrompt(tx, id);
    return { versions: (await promptRepository.versions(tx.db, id)).map(presentVersion) };
  });
