export { createPostgresql } from './postgresql.ts';
export { createRedshift } from './redshift.ts';
export { sqlLimits } from './sql/dialect.ts';
export { driverStream, openClient } from './sql/open-client.ts';
export { sqlFailure } from './sql/sql-failure.ts';
