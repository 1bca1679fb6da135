import { defineModule } from '../../../kernel/module/module.ts';
import { quickStartRoutes } from './quick-start/routes.ts';
import { onboardingRoutes } from './routes.ts';

export const onboardingModule = defineModule({
  name: 'onboarding',
  routes: [onboardingRoutes, quickStartRoutes],
});
