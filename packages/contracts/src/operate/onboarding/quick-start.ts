import { z } from 'zod';
import { AppAccess } from '../../assistants/apps/app-settings.ts';
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
      message: 'There is no quick start in progress. Please drop your documents again.',
    },
  },
  endpoints: {
    begin: {
      method: 'POST',
      path: '/api/content/quick-start',
      summary:
        'Create a knowledge base and an app on it, or return those that the user created in this way within a day',
      access: { allow: 'apps:write' },
      unaudited: 'knowledge base and app have audit entries of their own, and a second call creates nothing',
      body: z.object({
        name: requiredText(120, 'Please enter a name'),
        language: WordLanguage.default('english'),
      }),
      reply: QuickStart,
    },
    find: {
      method: 'GET',
      path: '/api/content/quick-start',
      summary: 'Read the quick start that was begun within a day and not ended',
      access: { allow: 'apps:write' },
      reply: z.object({ quickStart: QuickStart.nullable() }),
    },
    suggestQuestions: {
      method: 'POST',
      path: '/api/content/quick-start/questions',
      summary: 'Choose three questions that the documents answer, and add them to the app',
      access: { allow: 'apps:write' },
      unaudited: 'the change of the app has an audit entry of its own',
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
