import { defineModule } from '../../kernel/module.ts';
import { onboardingRoutes } from './routes.ts';

export const onboardingModule = defineModule({ name: 'onboarding', routes: [onboardingRoutes] });
