import { quickStart } from '@atelier/contracts/operate/onboarding/quick-start';
import { defineRoutes, done } from '../../../../kernel/module/module.ts';
import { beginQuickStart, endQuickStart, findQuickStart } from './begin.ts';
import { suggestQuestions } from './suggest-questions.ts';

export const quickStartRoutes = defineRoutes(quickStart, {
  begin: (ctx, { body }) => beginQuickStart(ctx, body),
  find: async (ctx) => ({ quickStart: await findQuickStart(ctx) }),
  suggestQuestions: async (ctx) => ({ questions: await suggestQuestions(ctx) }),
  end: async (ctx) => {
    await endQuickStart(ctx);
    return done;
  },
});
