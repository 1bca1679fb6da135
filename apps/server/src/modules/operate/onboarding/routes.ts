import { onboarding } from '@atelier/contracts/operate/onboarding/onboarding';
import { defineRoutes } from '../../../kernel/module/module.ts';
import { readCompletion } from './service/read-completion.ts';
import { recordOwnGuide } from './service/record-own-guide.ts';

export const onboardingRoutes = defineRoutes(onboarding, {
  accountCompletion: (ctx) => readCompletion(ctx),
  recordGuide: (ctx, { params, body }) => recordOwnGuide(ctx, params.id, body),
});
