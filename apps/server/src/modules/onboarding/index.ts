import { defineModule } from '../../kernel/module.ts';

export const onboardingModule = defineModule({ name: 'onboarding' });
