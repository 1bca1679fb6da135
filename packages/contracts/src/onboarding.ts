import { defineContract } from './contract.ts';

export const onboarding = defineContract({ name: 'onboarding', errors: {}, endpoints: {} });
