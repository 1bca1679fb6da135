import {
  type Prompt,
  type PromptLine,
  type PromptVersion,
  variablesOf,
} from '@atelier/contracts/assistants/prompts/prompt-shapes';
import type { AnyCtx } from '../../../kernel/context/context.ts';
import type { NamedPrompt, NamedVersion } from './repository.ts';
import type { PromptRow } from './tables.ts';

export const presentLine = (ctx: AnyCtx, row: PromptRow): PromptLine => ({
  promptId: row.id,
  name: row.name,
  description: row.description,
  role: row.role,
  shareWith: row.shareWith,
  status: row.version === null ? 'Draft' : 'Published',
  hasChanges: row.version !== null && (row.prompt !== row.published || row.role !== row.publishedRole),
  version: row.version,
  published: row.published,
  variables: variablesOf(row.version === null ? row.prompt : row.published),
  addedOn: row.createdAt.toISOString(),
  modifiedOn: row.updatedAt.toISOString(),
  abilities: { canWrite: ctx.may('prompts:write') },
});

export const presentPrompt = (ctx: AnyCtx, row: NamedPrompt): Prompt => ({
  ...presentLine(ctx, row),
  prompt: row.prompt,
  sharedUsers: row.sharedUsers,
  sharedRoles: row.sharedRoles,
  addedBy: row.author,
  revision: row.revision,
});

export const presentVersion = (row: NamedVersion): PromptVersion => ({
  number: row.number,
  role: row.role,
  prompt: row.prompt,
  publishedBy: row.publisher,
  publishedOn: row.publishedAt.toISOString(),
});
