/** The folder with initdb and pg_ctl of PostgreSQL 15 or newer. */
export function findPostgres(): string | undefined;
/** The path of a Chromium. */
export function findChromium(): string | undefined;
