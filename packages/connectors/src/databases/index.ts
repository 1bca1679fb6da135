export { createPostgresql } from './postgresql.ts';
export { createRedshift } from './redshift.ts';
export { sqlLimits } from './sql/dialect.ts';
