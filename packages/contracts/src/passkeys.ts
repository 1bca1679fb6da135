import { defineContract } from './contract.ts';

export const passkeys = defineContract({ name: 'passkeys', errors: {}, endpoints: {} });
