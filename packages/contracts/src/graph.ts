import { defineContract } from './contract.ts';

/** The knowledge graph of a knowledge base. */
export const graph = defineContract({ name: 'graph', errors: {}, endpoints: {} });
