import { defineContract } from './contract.ts';

export const support = defineContract({ name: 'support', errors: {}, endpoints: {} });
