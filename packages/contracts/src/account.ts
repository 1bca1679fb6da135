import { defineContract } from './contract.ts';

export const account = defineContract({ name: 'account', errors: {}, endpoints: {} });
