import { defineContract } from './contract.ts';

export const people = defineContract({ name: 'people', errors: {}, endpoints: {} });
