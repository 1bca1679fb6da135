import { defineContract } from './contract.ts';

export const openid = defineContract({ name: 'openid', errors: {}, endpoints: {} });
