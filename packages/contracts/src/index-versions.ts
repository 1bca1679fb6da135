import { defineContract } from './contract.ts';

/** How a knowledge base is cut and embedded, and how that is changed while searches go on. */
export const indexVersions = defineContract({ name: 'indexVersions', errors: {}, endpoints: {} });
