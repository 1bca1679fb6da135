import { onboarding } from '@atelier/contracts/operate/onboarding/onboarding';
import { quickStart } from '@atelier/contracts/operate/onboarding/quick-start';
import { defineRoutes, done } from '../../../kernel/module/module.ts';
import { beginQuickStart, endQuickStart, findQuickStart } from './quick-start/begin.ts';
import { suggestQuestions } from './quick-start/suggest-questions.ts';
import { readCompletion, recordOwnGuide } from './service/read-completion.ts';

export const onboardingRoutes = defineRoutes(onboarding, {
  accountCompletion: (ctx) => readCompletion(ctx),
  recordGuide: (ctx, { params, body }) => recordOwnGuide(ctx, params.id, body),
});

export const quickStartRoutes = defineRoutes(quickStart, {
  begin: (ctx, { body }) => beginQuickStart(ctx, body),
  find: async (ctx) => ({ quickStart: await findQuickStart(ctx) }),
  suggestQuestions: async (ctx) => ({ questions: await suggestQuestions(ctx) }),
  end: async (ctx) => {
    await endQuickStart(ctx);
    return done;
  },
});
