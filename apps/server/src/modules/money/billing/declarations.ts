export { findPlan, getCatalogue } from './catalogue.ts';
