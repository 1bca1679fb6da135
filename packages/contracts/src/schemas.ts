import { defineContract } from './contract.ts';

/** Information schemas: columns that are read out of documents. */
export const schemas = defineContract({ name: 'schemas', errors: {}, endpoints: {} });
