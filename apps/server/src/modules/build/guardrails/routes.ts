import { guardrailParameters, guardrails } from '@atelier/contracts/build/guardrails';
import { defineRoutes } from '../../../kernel/module/module.ts';

export const guardrailRoutes = defineRoutes(guardrails, {
  parameters: async () => ({ enabled: false, parameters: [...guardrailParameters] }),
});
