import { defineContract } from './contract.ts';

/** Where documents come from: files, text, websites, addresses, databases, services. */
export const sources = defineContract({ name: 'sources', errors: {}, endpoints: {} });
