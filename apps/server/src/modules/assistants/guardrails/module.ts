import { defineModule } from '../../../kernel/module/module.ts';
import { guardrailRoutes } from './routes.ts';

export const guardrailsModule = defineModule({ name: 'guardrails', routes: [guardrailRoutes] });
