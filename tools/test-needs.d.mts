/** The folder with initdb and pg_ctl of PostgreSQL 15 or newer. */
export function findPostgres(): string | undefined;
/** The folder with initdb and pg_ctl of the PostgreSQL that comes with the product. */
export function findEmbeddedPostgres(): string;
/** The path of a Chromium. */
export function findChromium(): string | undefined;
/** The path of PgBouncer. */
export function findPooler(): string | undefined;
/** The path of a reverse proxy. */
export function findProxy(name: 'nginx' | 'haproxy'): string | undefined;
