import { defineContract } from './contract.ts';

export const passwords = defineContract({ name: 'passwords', errors: {}, endpoints: {} });
