import { z } from 'zod';
import { Role } from '../../kernel/permissions.ts';
import { Revision } from '../../kernel/revisions.ts';
import { Abilities, lookupId, requiredText, Timestamp, text } from '../../kernel/shapes.ts';

/** The longest title of a thing that users make (CONST-11). */
const longestName = 150;
export const longestPrompt = 20_000;
/** The most variables that one prompt has. */
export const mostVariables = 30;

/** Whose words a prompt is in a conversation (PROMPT-02). */
export const PromptRole = z.enum(['SYSTEM', 'ASSISTANT', 'USER']);
export type PromptRole = z.infer<typeof PromptRole>;

/** EVERYONE: all members of the company see it. CUSTOM: the members and roles that it names (PROMPT-03). */
export const PromptShare = z.enum(['CUSTOM', 'EVERYONE']);
export type PromptShare = z.infer<typeof PromptShare>;

/** The filter of the list (PROMPT-04): a prompt is a draft until it is published for the first time. */
export const PromptStatus = z.enum(['Draft', 'Published']);
export type PromptStatus = z.infer<typeof PromptStatus>;

export const PromptSort = z.enum(['addedOn', 'modifiedOn', 'name']);

const places = /\{\{ ?([A-Za-z][A-Za-z0-9_-]{0,39}) ?\}\}/g;

/** Returns the names between double braces, such as `{{customer}}`, each once, in the order in which they first occur. */
export const listPromptVariables = (prompt: string): string[] =>
  [...new Set([...prompt.matchAll(places)].map(([, name = '']) => name))].slice(0, mostVariables);

/** Puts values in the places of variables. A variable without a value stays as it is. */
export const fillVariables = (prompt: string, values: Readonly<Record<string, string>>): string =>
  prompt.replaceAll(places, (place, name: string) => (Object.hasOwn(values, name) && values[name]) || place);

export const PromptSettings = z.object({
  name: requiredText(longestName, 'Please enter a name'),
  description: text(500).default(''),
  role: PromptRole.default('SYSTEM'),
  prompt: text(longestPrompt).default(''),
  shareWith: PromptShare.default('EVERYONE'),
  /** Ids of members. Without meaning unless the prompt is shared with CUSTOM. */
  sharedUsers: z.array(lookupId).max(200).default([]),
  sharedRoles: z.array(Role).max(Role.options.length).default([]),
});
export type PromptSettings = z.output<typeof PromptSettings>;

/** A prompt as a list shows it. */
export const PromptLine = z.object({
  promptId: z.string(),
  ...PromptSettings.pick({ name: true, description: true, role: true, shareWith: true }).shape,
  status: PromptStatus,
  /** True when the draft differs from what was published last. */
  hasChanges: z.boolean(),
  /** The number of the published version; null before the first one. */
  version: z.number().int().nullable(),
  /** The published text, which is the one in use; empty before the first version. */
  published: z.string(),
  variables: z.array(z.string()),
  addedOn: Timestamp,
  modifiedOn: Timestamp,
  abilities: Abilities,
});
export type PromptLine = z.infer<typeof PromptLine>;

export const Prompt = PromptLine.extend({
  ...PromptSettings.pick({ prompt: true, sharedUsers: true, sharedRoles: true }).shape,
  /** The name of who made it; null when they left the company. */
  addedBy: z.string().nullable(),
  revision: Revision,
});
export type Prompt = z.infer<typeof Prompt>;

/** A version that was published. */
export const PromptVersion = z.object({
  number: z.number().int(),
  role: PromptRole,
  prompt: z.string(),
  publishedBy: z.string().nullable(),
  publishedOn: Timestamp,
});
export type PromptVersion = z.infer<typeof PromptVersion>;
