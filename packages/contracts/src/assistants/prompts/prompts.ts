import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { changedMeanwhile, edited } from '../../kernel/revisions.ts';
import { Done, lookupId, pageQuery, pageSchemaFor, requiredText, tenantQuery } from '../../kernel/shapes.ts';
import {
  Prompt,
  PromptLine,
  PromptRole,
  PromptSettings,
  PromptSort,
  PromptStatus,
  PromptVersion,
} from './prompt-shapes.ts';

const read = { allow: 'prompts:read' } as const;
const write = { allow: 'prompts:write' } as const;
const params = z.object({ promptId: lookupId });
const ownTenant = z.object(tenantQuery);

/** The prompt library (PROMPT-01 to PROMPT-08). */
export const prompts = defineContract({
  name: 'prompts',
  alsoFails: ['models.upstream_empty'],
  errors: {
    'prompts.not_found': { kind: 'not_found', message: 'This prompt does not exist.' },
    'prompts.name_taken': {
      kind: 'conflict',
      message: 'A prompt with this name exists already. Please choose another name.',
    },
    'prompts.changed_meanwhile': changedMeanwhile('this prompt'),
    'prompts.empty': {
      kind: 'precondition',
      message: 'The prompt has no text yet. Please write one before you publish it.',
    },
    'prompts.published_already': {
      kind: 'conflict',
      message: 'This text is published already. Change it before you publish it again.',
    },
    'prompts.member_unknown': {
      kind: 'invalid',
      message: 'Somebody whom the prompt is shared with is not a member. Please choose again.',
    },
    'prompts.version_unknown': { kind: 'not_found', message: 'This version does not exist.' },
    'prompts.no_writing_model': {
      kind: 'precondition',
      message:
        'The company has no chat model that writes: the built-in one only quotes. Please add a provider under Models first.',
    },
    'prompts.nothing_written': {
      kind: 'upstream',
      message: 'The model wrote nothing. Please describe the prompt in other words, or choose another model.',
    },
  },
  endpoints: {
    list: {
      method: 'GET',
      path: '/api/prompts/prompts',
      summary: 'List the prompts that the caller sees (PROMPT-04, PROMPT-05)',
      access: read,
      query: z.object({
        ...tenantQuery,
        ...pageQuery,
        status: PromptStatus.optional(),
        role: PromptRole.optional(),
        sortBy: PromptSort.default('modifiedOn'),
        order: z.enum(['asc', 'desc']).default('desc'),
      }),
      reply: pageSchemaFor(PromptLine),
    },
    get: {
      method: 'GET',
      path: '/api/prompts/prompts/:promptId',
      summary: 'Read a prompt',
      access: read,
      params,
      query: ownTenant,
      reply: Prompt,
    },
    create: {
      method: 'POST',
      path: '/api/prompts/prompts',
      summary: 'Create a prompt as a draft',
      access: write,
      body: PromptSettings.extend(tenantQuery),
      reply: Prompt,
    },
    update: {
      method: 'PUT',
      path: '/api/prompts/prompts/:promptId',
      summary: 'Save a prompt as a draft. What was published stays until it is published again',
      access: write,
      params,
      body: PromptSettings.extend({
        ...tenantQuery,
        ...edited,
      }),
      reply: Prompt,
    },
    publish: {
      method: 'POST',
      path: '/api/prompts/prompts/:promptId/versions',
      summary: 'Publish the draft as a new version',
      access: write,
      params,
      body: ownTenant,
      reply: Prompt,
    },
    versions: {
      method: 'GET',
      path: '/api/prompts/prompts/:promptId/versions',
      summary: 'List the versions of a prompt, newest first',
      access: read,
      params,
      query: ownTenant,
      reply: z.object({ versions: z.array(PromptVersion) }),
    },
    restore: {
      method: 'POST',
      path: '/api/prompts/prompts/:promptId/restored-version',
      summary: 'Make the text of a version the draft again',
      access: write,
      params,
      body: z.object({ ...tenantQuery, number: z.number().int().positive() }),
      reply: Prompt,
    },
    remove: {
      method: 'DELETE',
      path: '/api/prompts/prompts/:promptId',
      summary: 'Delete a prompt with its versions. Texts that were inserted elsewhere stay',
      access: write,
      params,
      query: ownTenant,
      reply: Done,
    },
    generate: {
      method: 'POST',
      path: '/api/query-engine/prompt-generate',
      summary: 'Have the text of a prompt written by the company’s model (PROMPT-06, PROMPT-07)',
      access: write,
      rate: 'chat',
      unaudited: 'It changes no prompt. What the model costs is recorded as usage.',
      body: z.object({
        ...tenantQuery,
        wish: requiredText(2000, 'Please describe what the prompt is for'),
        role: PromptRole.default('SYSTEM'),
      }),
      reply: z.object({ prompt: z.string() }),
    },
  },
});
