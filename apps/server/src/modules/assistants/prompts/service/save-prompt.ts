import type { Prompt, PromptSettings } from '@atelier/contracts/assistants/prompts/prompt-shapes';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import { toAuthor } from '../../../../kernel/context/actor.ts';
import { checkRevision } from '../../../../kernel/context/check-revision.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { orderSharedNotice } from '../../../account/access/index.ts';
import { tenantMembers } from '../../../account/tenancy/index.ts';
import { visiblePrompts } from '../prompt-entity.ts';
import { type NewPromptRow, promptRepository } from '../repository.ts';
import type { PromptRow } from '../tables.ts';
import { readPrompt } from './reads.ts';

type Columns = Omit<NewPromptRow, 'id' | 'createdBy'>;

/** Returns the columns of settings. Throws `prompts.member_unknown`. */
const toColumns = async (tx: TxCtx, settings: PromptSettings): Promise<Columns> => {
  const { name, description, role, prompt, shareWith } = settings;
  const isCustom = shareWith === 'CUSTOM';
  const sharedUsers = isCustom ? [...new Set(settings.sharedUsers)] : [];
  for (const userId of sharedUsers)
    if (!(await tenantMembers.find(tx, userId))) fail('prompts.member_unknown');
  const sharedRoles = isCustom ? [...new Set(settings.sharedRoles)] : [];
  return { name, description, role, prompt, shareWith, sharedUsers, sharedRoles };
};

/** Locks a prompt that the actor sees. Throws `prompts.not_found`. */
const lock = async (tx: TxCtx, id: string): Promise<PromptRow> =>
  (await promptRepository.lock(tx.db, id, visiblePrompts(tx))) ?? fail('prompts.not_found');

/** Tells the members with whom a prompt was shared just now. */
const tellNewReaders = async (
  tx: TxCtx,
  { id, sharedUsers }: { id: string; sharedUsers: readonly string[] | undefined },
  { before, origin }: { before: readonly string[]; origin: string },
): Promise<void> => {
  for (const userId of sharedUsers ?? [])
    if (!before.includes(userId)) await orderSharedNotice(tx, { entityId: id, userId, origin });
};

/** Throws `prompts.name_taken` and `prompts.member_unknown`. */
export const createPrompt = (ctx: AnyCtx, settings: PromptSettings, origin: string): Promise<Prompt> =>
  ctx.tx(async (tx) => {
    const id = newId('prm');
    const columns = await toColumns(tx, settings);
    await promptRepository.insert(tx.db, { id, ...columns, createdBy: toAuthor(tx) });
    await tellNewReaders(tx, { id, sharedUsers: columns.sharedUsers }, { before: [], origin });
    await tx.audit('prompts.created', id, { name: settings.name });
    return readPrompt(tx, id);
  });

/** Throws `prompts.not_found`, `prompts.changed_meanwhile` and what `createPrompt` throws. */
export const updatePrompt = (
  ctx: AnyCtx,
  id: string,
  { revision, origin, ...settings }: PromptSettings & { revision?: number | undefined; origin: string },
): Promise<Prompt> =>
  ctx.tx(async (tx) => {
    const newest = () => readPrompt(tx, id);
    await checkRevision(tx, 'prompts.changed_meanwhile', { id, revision, newest });
    const row = await lock(tx, id);
    const columns = await toColumns(tx, settings);
    await promptRepository.update(tx.db, id, columns);
    await tellNewReaders(tx, { id, sharedUsers: columns.sharedUsers }, { before: row.sharedUsers, origin });
    await tx.audit('prompts.updated', id, { name: settings.name });
    return readPrompt(tx, id);
  });

/** Makes the draft the next version. Throws `prompts.not_found`, `prompts.empty` and `prompts.published_already`. */
export const publishPrompt = (ctx: AnyCtx, id: string): Promise<Prompt> =>
  ctx.tx(async (tx) => {
    const { name, prompt, role, version, published, publishedRole } = await lock(tx, id);
    if (prompt === '') fail('prompts.empty');
    if (prompt === published && role === publishedRole) fail('prompts.published_already');
    const number = (version ?? 0) + 1;
    await promptRepository.insertVersion(tx.db, {
      ...{ promptId: id, number, role, prompt },
      publishedBy: toAuthor(tx),
    });
    await promptRepository.update(tx.db, id, { version: number, published: prompt, publishedRole: role });
    await tx.audit('prompts.published', id, { name, version: number });
    return readPrompt(tx, id);
  });

/** Makes the text of a version the draft. Throws `prompts.not_found` and `prompts.version_unknown`. */
export const restoreVersion = (ctx: AnyCtx, id: string, number: number): Promise<Prompt> =>
  ctx.tx(async (tx) => {
    const { name } = await lock(tx, id);
    const { prompt, role } =
      (await promptRepository.findVersion(tx.db, id, number)) ?? fail('prompts.version_unknown');
    await promptRepository.update(tx.db, id, { prompt, role });
    await tx.audit('prompts.restored', id, { name, version: number });
    return readPrompt(tx, id);
  });

/** Deletes a prompt with its versions. Throws `prompts.not_found`. */
export const removePrompt = (ctx: AnyCtx, id: string): Promise<void> =>
  ctx.tx(async (tx) => {
    const { name } = await lock(tx, id);
    await promptRepository.remove(tx.db, id);
    await tx.audit('prompts.removed', id, { name });
  });
