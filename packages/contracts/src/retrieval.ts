import { defineContract } from './contract.ts';

/** Trying, explaining and remembering retrieval. */
export const retrieval = defineContract({ name: 'retrieval', errors: {}, endpoints: {} });
