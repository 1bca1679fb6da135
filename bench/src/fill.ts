import { setImmediate } from 'node:timers/promises';
import { encodeLexicalSegment } from '@atelier/retrieval/lexical';
import { encodeVectorSegment } from '@atelier/retrieval/vector';
import pg from 'pg';
import { createRandom, createWords } from './corpus.ts';

/** A knowledge base that is filled without imports, with rows as an import writes them. */
export interface Filling {
  databaseUrl: string;
  tenantId: string;
  knowledgeBaseId: string;
  chunks: number;
  dims: number;
}

export interface Filled {
  /** Milliseconds spent on indexing the words and vectors of all chunks, without writing them. */
  indexMs: number;
  /** Milliseconds for reading and counting each word of the same texts once. */
  countMs: number;
  /** The size of the segments in the database, in bytes. */
  bytes: number;
}

/** The number of chunks of one document, which is also the number that an import indexes at once. */
const perDocument = 100;
const perSegment = 64;
const chunkWords = 60;
const centres = 200;

/** Gives one document in a hundred, and every other one, a category that a filter can select. */
const categoriesOf = (at: number): string[] => [
  ...(at % 100 === 0 ? ['one in a hundred'] : []),
  ...(at % 2 === 0 ? ['every other'] : []),
];

interface Chunk {
  id: string;
  text: string;
}

interface Segment {
  id: string;
  kind: 'LEXICAL' | 'VECTOR';
  data: Buffer;
  docs: number;
  lastOrdinal: number;
}

interface Sample {
  importId: string;
  versionId: string;
}

/** Makes vectors around some hundred centres, like the embeddings of real texts. */
const vectorsFrom = (dims: number) => {
  const random = createRandom(5);
  const noise = () => random() + random() + random() - 1.5;
  const middles = Array.from({ length: centres }, () => Float32Array.from({ length: dims }, noise));
  return (count: number): Float32Array => {
    const vectors = new Float32Array(count * dims);
    for (let row = 0; row < count; row += 1) {
      const middle = middles[Math.floor(random() * centres)];
      for (let at = 0; at < dims; at += 1) vectors[row * dims + at] = (middle?.[at] ?? 0) + noise();
    }
    return vectors;
  };
};

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const countWords = (chunks: readonly Chunk[]): number => {
  const counts = new Map<string, number>();
  for (const { text } of chunks)
    for (const word of text.split(' ')) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts.size;
};

/** Copies the one imported document under other names with all its columns, so that the copies equal the rows that an import writes. */
const copyDocument = (database: pg.Client, sample: Sample, at: number) =>
  database.query(
    `with run as (insert into runs
        select (jsonb_populate_record(r, jsonb_build_object('id', 'run_fill' || $2, 'subject_id', 'imp_fill' || $2))).*
        from runs r, knowledge_imports d where d.id = $1 and r.tenant_id = d.tenant_id and r.id = d.run_id)
    insert into knowledge_imports
      select (jsonb_populate_record(d, jsonb_build_object('id', 'imp_fill' || $2, 'run_id', 'run_fill' || $2,
        'name', 'document ' || $2, 'sha256', 'fill' || $2, 'chunk_count', ${perDocument}, 'categories', $3::jsonb))).*
      from knowledge_imports d where d.id = $1`,
    [sample.importId, `${at}`, JSON.stringify(categoriesOf(at))],
  );

const insertChunks = (database: pg.Client, { importId }: Sample, at: number, chunks: readonly Chunk[]) =>
  database.query(
    `insert into chunks
      select (jsonb_populate_record(c, jsonb_build_object('id', p.id, 'import_id', 'imp_fill' || $2, 'ordinal', p.place - 1,
        'text', p.text, 'content_hash', p.id))).*
      from chunks c, unnest($3::text[], $4::text[]) with ordinality as p(id, text, place)
      where c.import_id = $1`,
    [importId, `${at}`, chunks.map(({ id }) => id), chunks.map(({ text }) => text)],
  );

const insertSegments = async (
  database: pg.Client,
  { versionId }: Sample,
  at: number,
  segments: readonly Segment[],
): Promise<void> => {
  for (const { id, kind, data, docs, lastOrdinal } of segments)
    await database.query({
      name: 'fill-segment',
      text: `insert into index_segments (tenant_id, id, index_version_id, import_id, kind, data, bytes, docs, last_ordinal, live, revision)
        select tenant_id, $2, $1, 'imp_fill' || $3, $4, $5, $6, $7, $8, true, revision + 1 from index_versions where id = $1`,
      values: [versionId, id, `${at}`, kind, data, data.length, docs, lastOrdinal],
    });
};

const findSample = async (database: pg.Client, { knowledgeBaseId }: Filling): Promise<Sample> => {
  const found = await database.query<Sample>(
    `select i.id as "importId", b.active_index_version as "versionId" from knowledge_imports i
      join knowledge_bases b on b.tenant_id = i.tenant_id and b.id = i.knowledge_base_id where b.id = $1`,
    [knowledgeBaseId],
  );
  const [sample] = found.rows;
  if (!sample) throw new Error('The knowledge base has no document to copy.');
  return sample;
};

const segmentsOf = (
  at: number,
  chunks: readonly Chunk[],
  { dims, vectors }: { dims: number; vectors: Float32Array },
) => {
  const segments: Segment[] = [];
  for (let from = 0; from < chunks.length; from += perSegment) {
    const part = chunks.slice(from, from + perSegment);
    const facts = { docs: part.length, lastOrdinal: from + part.length - 1 };
    const ids = part.map(({ id }) => id);
    const own = vectors.subarray(from * dims, (from + part.length) * dims);
    const words = bufferOf(encodeLexicalSegment(part));
    const meaning = bufferOf(encodeVectorSegment({ ids, dims, vectors: own }));
    segments.push({ ...facts, id: `seg_fill${at}_${from}l`, kind: 'LEXICAL', data: words });
    segments.push({ ...facts, id: `seg_fill${at}_${from}v`, kind: 'VECTOR', data: meaning });
  }
  return segments;
};

/** Fills a knowledge base that has one imported document. Searches find everything at once, when it has finished. */
export const fill = async (filling: Filling): Promise<Filled> => {
  const database = new pg.Client({ connectionString: filling.databaseUrl });
  await database.connect();
  try {
    return await fillIn(database, filling);
  } finally {
    await database.end();
  }
};

const fillIn = async (database: pg.Client, filling: Filling): Promise<Filled> => {
  const sample = await findSample(database, filling);
  const words = createWords(filling.chunks, 100_000);
  const vectorsOf = vectorsFrom(filling.dims);
  const filled: Filled = { indexMs: 0, countMs: 0, bytes: 0 };
  let segmentCount = 0;
  // Copied rows are as valid as the originals. Checking the constraints of each again would take most of the time.
  await database.query('set session_replication_role = replica');
  await database.query('begin');
  for (let at = 0; at < filling.chunks / perDocument; at += 1) {
    const chunks = Array.from({ length: perDocument }, (_, place) => ({
      id: `chk_fill${at}_${place}`,
      text: words.words(chunkWords).join(' '),
    }));
    const vectors = vectorsOf(perDocument);
    const startedAt = performance.now();
    const segments = segmentsOf(at, chunks, { dims: filling.dims, vectors });
    const indexedAt = performance.now();
    countWords(chunks);
    filled.countMs += performance.now() - indexedAt;
    filled.indexMs += indexedAt - startedAt;
    filled.bytes += segments.reduce((sum, { data }) => sum + data.length, 0);
    segmentCount += segments.length;
    await copyDocument(database, sample, at);
    await insertChunks(database, sample, at, chunks);
    await insertSegments(database, sample, at, segments);
    await setImmediate();
  }
  await database.query(
    'update index_versions set revision = revision + 1, segments = segments + $2 where id = $1',
    [sample.versionId, segmentCount],
  );
  await database.query('commit');
  await database.query('analyze');
  return filled;
};
