import { defineModule } from '../../../kernel/module/module.ts';
import { onboardingRoutes, quickStartRoutes } from './routes.ts';

export const onboardingModule = defineModule({
  name: 'onboarding',
  routes: [onboardingRoutes, quickStartRoutes],
});
