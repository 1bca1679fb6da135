import { defineContract } from './contract.ts';

export const audit = defineContract({ name: 'audit', errors: {}, endpoints: {} });
