export { findPlan, getCatalogue } from './catalogue.ts';
export type { CreditUse } from './tables.ts';
