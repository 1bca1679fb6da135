import { prompts } from '@atelier/contracts/assistants/prompts/prompts';
import { defineRoutes, done } from '../../../kernel/module/module.ts';
import { generatePrompt } from './service/generate-prompt.ts';
import { getPrompt, listPrompts, listVersions } from './service/reads.ts';
import {
  createPrompt,
  publishPrompt,
  removePrompt,
  restoreVersion,
  updatePrompt,
} from './service/save-prompt.ts';

export const promptRoutes = defineRoutes(prompts, {
  list: (ctx, { query }) => listPrompts(ctx, query),
  get: (ctx, { params }) => getPrompt(ctx, params.promptId),
  create: (ctx, { body }, { origin }) => createPrompt(ctx, body, origin),
  update: (ctx, { params, body }, { origin }) => updatePrompt(ctx, params.promptId, { ...body, origin }),
  publish: (ctx, { params }) => publishPrompt(ctx, params.promptId),
  versions: (ctx, { params }) => listVersions(ctx, params.promptId),
  restore: (ctx, { params, body }) => restoreVersion(ctx, params.promptId, body.number),
  remove: async (ctx, { params }) => {
    await removePrompt(ctx, params.promptId);
    return done;
  },
  generate: (ctx, { body }, { signal }) => generatePrompt(ctx, body, signal),
});
