import type { FieldValues } from '@atelier/contracts/fields/fields';
import { escapeIdentifier, Pool, type PoolConfig, type QueryResultRow } from 'pg';
import { type BareStore, type Gone, guarded, listIds } from '../guarded.ts';
import { textAt } from '../json-client.ts';
import { LazySocket } from '../lazy-socket.ts';
import type { VectorHit, VectorPoint, VectorQuery, VectorStoreIo, VectorStoreKind } from '../vector-store.ts';
import { VectorStoreError, wayFailure, wrongDimensions } from '../vector-store-error.ts';

const title = 'PostgreSQL';
/** The most dimensions that pgvector can index with full precision, index with half precision, and store. */
const most = { indexed: 2000, halfIndexed: 4000, stored: 16_000 };

const readSsl = (values: FieldValues): PoolConfig['ssl'] => {
  const mode = textAt(values, 'tls') || 'VERIFY';
  if (mode === 'OFF') return false;
  const ca = textAt(values, 'ca');
  return {
    rejectUnauthorized: mode !== 'ENCRYPT',
    servername: textAt(values, 'host'),
    ...(ca ? { ca } : {}),
  };
};

const readPoolConfig = (values: FieldValues, io: VectorStoreIo): PoolConfig => {
  const port = values['port'];
  return {
    host: textAt(values, 'host'),
    port: typeof port === 'number' ? port : 5432,
    database: textAt(values, 'database'),
    user: textAt(values, 'username'),
    password: textAt(values, 'password'),
    ssl: readSsl(values),
    stream: () => asSocket(new LazySocket(io.connect)),
    max: 4,
    idleTimeoutMillis: 10_000,
    connectionTimeoutMillis: 15_000,
    query_timeout: 60_000,
    application_name: 'Atelier',
  };
};

type Socket = ReturnType<Extract<NonNullable<PoolConfig['stream']>, (...args: never[]) => unknown>>;
const asSocket = (socket: LazySocket): Socket => socket as unknown as Socket;

const readErrorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
const refusedCodes = new Set(['28P01', '28000', '42501', '3D000']);

const toFailure = (error: unknown): VectorStoreError => {
  if (error instanceof VectorStoreError) return error;
  const code = readErrorCode(error);
  const said = error instanceof Error ? error.message : String(error);
  if (refusedCodes.has(code))
    return new VectorStoreError(
      'vector_stores.refused',
      `${title} refused the access (${said}). Please check user name, password, database and rights.`,
      { cause: error },
    );
  if (code === '42P01')
    return new VectorStoreError(
      'vector_stores.collection_missing',
      `${title} does not hold this knowledge base any more. Please rebuild it in the store.`,
      { cause: error },
    );
  if (/dimensions/.test(said) && code.startsWith('22')) return wrongDimensions(said);
  if (code === '53300')
    return new VectorStoreError('vector_stores.busy', `${title} has no connection left. Please try again.`, {
      cause: error,
    });
  if (/^[0-9A-Z]{5}$/.test(code) && !code.startsWith('08') && !code.startsWith('57'))
    return new VectorStoreError(
      'vector_stores.unexpected_answer',
      `${title} did not do what was asked: ${said}. Please check version and rights.`,
      { cause: error },
    );
  return wayFailure(error, title);
};

const textOfVector = (vector: Float32Array): string => `[${vector.join(',')}]`;

const missingExtension = () =>
  new VectorStoreError(
    'vector_stores.invalid_settings',
    'The extension pgvector is not there. Please let an administrator run: create extension vector;',
  );

const indexTypeFor = (dims: number): string | undefined => {
  if (dims <= most.indexed) return 'hnsw (vector vector_cosine_ops)';
  return dims <= most.halfIndexed ? `hnsw ((vector::halfvec(${dims})) halfvec_cosine_ops)` : undefined;
};

class PgvectorStore implements BareStore {
  readonly #pool: Pool;
  readonly #schema: string;

  constructor(values: FieldValues, io: VectorStoreIo) {
    this.#pool = new Pool(readPoolConfig(values, io));
    // The next query replaces a connection that died while it was idle.
    this.#pool.on('error', () => {});
    this.#schema = textAt(values, 'schema') || 'public';
  }

  #tableOf(collection: string): string {
    return `${escapeIdentifier(this.#schema)}.${escapeIdentifier(collection)}`;
  }

  async #run<R extends QueryResultRow>(statement: string, parameters: unknown[] = []): Promise<R[]> {
    const { rows } = await this.#pool.query<R>(statement, parameters).catch((error: unknown) => {
      throw toFailure(error);
    });
    return rows;
  }

  async #sizeOf(collection: string): Promise<number | undefined> {
    const [row] = await this.#run<{ dims: number }>(
      `select a.atttypmod as dims from pg_attribute a join pg_class c on c.oid = a.attrelid
        join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = $1 and c.relname = $2 and a.attname = 'vector'`,
      [this.#schema, collection],
    );
    return row?.dims;
  }

  async test(signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    const [row] = await this.#run<{ version: string; extension: string | null }>(
      `select current_setting('server_version') as version,
        (select extversion from pg_extension where extname = 'vector') as extension`,
    );
    if (!row?.extension) {
      const [known] = await this.#run(`select 1 from pg_available_extensions where name = 'vector'`);
      if (!known) throw missingExtension();
    }
    return `${title} ${row?.version ?? ''} answers, with pgvector ${row?.extension ?? 'ready to be switched on'}.`;
  }

  async prepare(collection: string, dims: number): Promise<void> {
    const size = await this.#sizeOf(collection);
    if (size !== undefined && size !== dims) throw wrongDimensions(`${size} instead of ${dims} dimensions`);
    if (size !== undefined) return;
    const [extension] = await this.#run(`select 1 from pg_extension where extname = 'vector'`);
    if (!extension)
      await this.#run('create extension if not exists vector').catch(() => {
        throw missingExtension();
      });
    // Serialised: two calls that create the same table at once would both find none.
    const index = indexTypeFor(dims);
    await this.#run(`do $do$ begin
      perform pg_advisory_xact_lock(hashtext('${collection}'));
      create table if not exists ${this.#tableOf(collection)}
        (id text primary key, document_id text not null, vector vector(${dims}) not null);
      create index if not exists ${escapeIdentifier(`${collection}_document`)}
        on ${this.#tableOf(collection)} (document_id);
      ${index ? `create index if not exists ${escapeIdentifier(`${collection}_vector`)} on ${this.#tableOf(collection)} using ${index};` : ''}
    end $do$`);
  }

  async upsert(collection: string, points: readonly VectorPoint[]): Promise<void> {
    // Keeps the last of several points with the same id, which one statement would refuse.
    const last = [...new Map(points.map((point) => [point.id, point])).values()];
    await this.#run(
      `insert into ${this.#tableOf(collection)} (id, document_id, vector)
        select id, document_id, vector::vector from unnest($1::text[], $2::text[], $3::text[]) as p(id, document_id, vector)
        on conflict (id) do update set document_id = excluded.document_id, vector = excluded.vector`,
      [
        last.map(({ id }) => id),
        last.map(({ documentId }) => documentId),
        last.map(({ vector }) => textOfVector(vector)),
      ],
    );
  }

  search(collection: string, query: VectorQuery): Promise<VectorHit[]> {
    return searchIn(this.#pool, this.#tableOf(collection), query);
  }

  async remove(collection: string, gone: Gone): Promise<void> {
    if ((await this.#sizeOf(collection)) === undefined) return;
    const [column, ids] = gone.points ? ['id', listIds(gone.points)] : ['document_id', gone.documentIds];
    await this.#run(`delete from ${this.#tableOf(collection)} where ${column} = any($1)`, [ids]);
  }

  async drop(collection: string): Promise<void> {
    await this.#run(`drop table if exists ${this.#tableOf(collection)}`);
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}

const open: VectorStoreKind['open'] = (values, io) =>
  guarded(new PgvectorStore(values, io), { batch: 250, dimensions: most.stored, hits: 10_000 });

/** Widens the index scan: to the requested number of hits, and further while a filter removes hits. */
const lookFurther = `select set_config('hnsw.ef_search', $1, true),
  (select set_config(name, 'strict_order', true) from pg_settings where name = 'hnsw.iterative_scan')`;

const searchIn = async (pool: Pool, table: string, { vector, topK, documentIds, signal }: VectorQuery) => {
  signal?.throwIfAborted();
  try {
    const client = await pool.connect();
    let broken: Error | undefined;
    // An error between two statements is emitted here; without a listener it would end the process.
    const onError = (error: Error) => {
      broken = error;
    };
    client.on('error', onError);
    try {
      const dims = vector.length;
      const near =
        dims > most.indexed && dims <= most.halfIndexed
          ? `vector::halfvec(${dims}) <=> $1::halfvec(${dims})`
          : 'vector <=> $1::vector';
      await client.query('begin read only');
      // The extension's settings exist only after its first use in a connection.
      await client.query(`select '[1]'::vector`);
      await client.query(lookFurther, [String(Math.min(1000, Math.max(100, topK * 2)))]);
      const { rows } = await client.query<{ id: string; distance: number }>(
        `select id, ${near} as distance from ${table}
          where $2::text[] is null or document_id = any($2) order by ${near} limit $3`,
        [textOfVector(vector), documentIds ?? null, topK],
      );
      // The distance is 1 - cosine.
      return rows.map(({ id, distance }) => ({ id, score: 1 - distance / 2 }));
    } catch (error) {
      broken = error instanceof Error ? error : new Error(String(error));
      throw error;
    } finally {
      await client.query('rollback').catch((error: Error) => {
        broken = error;
      });
      client.off('error', onError);
      client.release(broken);
    }
  } catch (error) {
    throw toFailure(error);
  }
};

/** PostgreSQL with the extension pgvector 0.5 and newer. */
export const pgvector: VectorStoreKind = {
  kind: 'PGVECTOR',
  title: 'PostgreSQL (pgvector)',
  description: 'A PostgreSQL server of your own with the extension pgvector.',
  help: [
    'Let an administrator run `create extension vector;` in the database once.',
    'The user needs the right to create tables in the schema: `grant usage, create on schema public to atelier;`',
    'Atelier makes a table for each knowledge base; their names begin with `atelier_`.',
  ],
  fields: [
    {
      name: 'host',
      label: 'Host',
      type: 'SHORT_TEXT',
      isHost: true,
      required: true,
      placeholder: 'db.internal',
    },
    { name: 'port', label: 'Port', type: 'NUMBER', default: 5432, min: 1, max: 65_535 },
    { name: 'database', label: 'Database', type: 'SHORT_TEXT', required: true },
    { name: 'schema', label: 'Schema', type: 'SHORT_TEXT', default: 'public' },
    { name: 'username', label: 'User name', type: 'SHORT_TEXT', required: true },
    { name: 'password', label: 'Password', type: 'SECRET_TEXT' },
    {
      name: 'tls',
      label: 'Encryption',
      type: 'STATIC_DROPDOWN',
      default: 'VERIFY',
      options: [
        { value: 'VERIFY', label: 'Encrypted, certificate checked' },
        { value: 'ENCRYPT', label: 'Encrypted, certificate not checked' },
        { value: 'OFF', label: 'Not encrypted' },
      ],
    },
    {
      name: 'ca',
      label: 'Certificate of the authority',
      type: 'LONG_TEXT',
      description: 'PEM; only for an authority of your own.',
      shownWhen: { field: 'tls', values: ['VERIFY'] },
    },
  ],
  addressFields: ['host', 'port', 'tls', 'ca'],
  open,
};
