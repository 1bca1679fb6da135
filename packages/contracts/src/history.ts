import { defineContract } from './contract.ts';

/** Questions that were asked, and what answered them. */
export const history = defineContract({ name: 'history', errors: {}, endpoints: {} });
