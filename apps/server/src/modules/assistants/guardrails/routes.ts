import { guardrailParameters, guardrails } from '@atelier/contracts/assistants/guardrails';
import { defineRoutes } from '../../../kernel/module/module.ts';

export const guardrailRoutes = defineRoutes(guardrails, {
  parameters: async () => ({ enabled: false, parameters: [...guardrailParameters] }),
});
