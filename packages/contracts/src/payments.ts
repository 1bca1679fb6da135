import { defineContract } from './contract.ts';

export const payments = defineContract({ name: 'payments', errors: {}, endpoints: {} });
