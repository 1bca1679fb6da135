import { defineContract } from './contract.ts';

export const storage = defineContract({ name: 'storage', errors: {}, endpoints: {} });
