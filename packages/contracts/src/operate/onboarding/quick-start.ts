import { z } from 'zod';
import { AppAccess } from '../../build/apps.ts';
import { WordLanguage } from '../../content/bases/knowledge-shapes.ts';
import { defineContract } from '../../kernel/contract.ts';
import { Done, requiredText } from '../../kernel/shapes.ts';

/** Creates a knowledge base and an app that answers from it in one call, for a user's first documents. */
export const QuickStart = z.object({
  knowledgeBaseId: z.string(),
  appId: z.string(),
  /** The name of both the knowledge base and the app. */
  name: z.string(),
  access: AppAccess,
  shareUrl: z.string(),
});
export type QuickStart = z.infer<typeof QuickStart>;

export const quickStart = defineContract({
  name: 'quick_start',
  errors: {
    'quick_start.not_found': {
      kind: 'not_found',
      message: 'There is nothing under way. Please drop your documents again.',
    },
  },
  endpoints: {
    begin: {
      method: 'POST',
      path: '/api/content/quick-start',
      summary: 'Make a knowledge base and an app on it, or give those that the person made so within a day',
      access: { allow: 'apps:write' },
      unaudited: 'knowledge base and app are audited as what they are, and a second click makes nothing',
      body: z.object({
        name: requiredText(120, 'Please enter a name'),
        language: WordLanguage.default('english'),
      }),
      reply: QuickStart,
    },
    find: {
      method: 'GET',
      path: '/api/content/quick-start',
      summary: 'What was begun within a day and not ended',
      access: { allow: 'apps:write' },
      reply: z.object({ quickStart: QuickStart.nullable() }),
    },
    suggestQuestions: {
      method: 'POST',
      path: '/api/content/quick-start/questions',
      summary: 'Choose three questions that the documents answer, and give them to the app',
      access: { allow: 'apps:write' },
      unaudited: 'what changes is the app, and that is audited as such',
      reply: z.object({ questions: z.array(z.string()) }),
    },
    end: {
      method: 'DELETE',
      path: '/api/content/quick-start',
      summary: 'End the quick start; knowledge base and app stay',
      access: { allow: 'apps:write' },
      unaudited: 'knowledge base and app stay as they are',
      reply: Done,
    },
  },
});
