export { findMeasured } from './service/reads.ts';
