export { findPlan, getCatalogue } from './catalogue.ts';
export { microPerCredit } from './micro-credit.ts';
