export { findLatestEntry } from './service/find-latest-entry.ts';
