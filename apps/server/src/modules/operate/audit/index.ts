export { findLatestEntry } from './service/list-audit.ts';
