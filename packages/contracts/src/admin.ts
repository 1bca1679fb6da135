import { defineContract } from './contract.ts';

export const admin = defineContract({ name: 'admin', errors: {}, endpoints: {} });
