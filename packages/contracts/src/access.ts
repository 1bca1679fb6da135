import { defineContract } from './contract.ts';

export const access = defineContract({ name: 'access', errors: {}, endpoints: {} });
