import { defineContract } from './contract.ts';

/** Accounts and servers of others that a company has set up: vector stores, databases, services. */
export const connections = defineContract({ name: 'connections', errors: {}, endpoints: {} });
