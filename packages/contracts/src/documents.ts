import { defineContract } from './contract.ts';

/** A document after its import: text, passages, versions, metadata, summary. */
export const documents = defineContract({ name: 'documents', errors: {}, endpoints: {} });
