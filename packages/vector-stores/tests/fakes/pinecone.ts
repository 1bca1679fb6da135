import { z } from 'zod';
import { type FakeHandler, type FakeReply, type FakeServer, startFakeServer } from './fake-server.ts';
import { Points, type StoredPoint } from './points.ts';

const ascii = z.string().regex(/^[\x21-\x7e]{1,512}$/);
const Upsert = z.object({
  namespace: z.string(),
  vectors: z
    .array(z.object({ id: ascii, values: z.array(z.number()), metadata: z.record(z.string(), z.unknown()) }))
    .max(1000),
});
const Query = z.object({
  namespace: z.string(),
  vector: z.array(z.number()),
  topK: z.number().max(10_000),
  includeMetadata: z.literal(true),
  filter: z.object({ documentId: z.object({ $in: z.array(z.string()) }) }).optional(),
});
const Delete = z.object({
  namespace: z.string(),
  ids: z.array(z.string()).max(1000).optional(),
  deleteAll: z.boolean().optional(),
});

const wrong = (message: string, status = 400): FakeReply => ({
  status,
  json: { code: status === 404 ? 5 : 3, message, details: [] },
});

const pageSize = 100;

/** Implements the part of a Pinecone index host that the adapter uses (docs.pinecone.io/reference/api). */
const handlerOf = (points: Points, apiKey: string, dims: number): FakeHandler => {
  const sizeError = (given: number) =>
    wrong(`Vector dimension ${given} does not match the dimension of the index ${dims}`);
  const list = (query: URLSearchParams): FakeReply => {
    const prefix = query.get('prefix') ?? '';
    const from = Number(query.get('paginationToken') ?? 0);
    const stored = points.get(query.get('namespace') ?? '');
    const ids = [...(stored?.points.keys() ?? [])].filter((id) => id.startsWith(prefix)).sort();
    const next = from + pageSize < ids.length ? { pagination: { next: String(from + pageSize) } } : {};
    return { json: { vectors: ids.slice(from, from + pageSize).map((id) => ({ id })), ...next } };
  };
  const remove = ({ namespace, ids, deleteAll }: z.infer<typeof Delete>): FakeReply => {
    const collection = points.get(namespace);
    if (!collection) return wrong('Namespace not found', 404);
    if (deleteAll) points.collections.delete(namespace);
    for (const id of ids ?? []) collection.points.delete(id);
    return {};
  };
  return ({ path, query, headers, read }) => {
    if (headers['api-key'] !== apiKey) return { status: 401, json: 'Invalid API Key' };
    const action = path.join('/');
    if (action === 'describe_index_stats')
      return { json: { dimension: dims, metric: 'cosine', vectorType: 'dense', namespaces: {} } };
    if (action === 'vectors/list') return list(query);
    if (action === 'vectors/delete') return remove(read(Delete));
    if (action === 'vectors/upsert') {
      const { namespace, vectors } = read(Upsert);
      const collection = points.get(namespace) ?? points.make(namespace, dims);
      for (const { id, values, metadata } of vectors) {
        if (values.length !== dims) return sizeError(values.length);
        collection.points.set(id, { vector: values, payload: metadata });
      }
      return { json: { upsertedCount: vectors.length } };
    }
    if (action === 'query') {
      const { namespace, vector, topK, filter } = read(Query);
      if (vector.length !== dims) return sizeError(vector.length);
      const keep = (point: StoredPoint) =>
        filter === undefined || filter.documentId.$in.includes(String(point.payload['documentId']));
      const hits = points.nearest(points.get(namespace) ?? { dims, points: new Map() }, {
        vector,
        topK,
        keep,
      });
      const matches = hits.map(({ key, cosine, point }) => ({
        id: key,
        score: cosine,
        metadata: point.payload,
      }));
      return { json: { matches, namespace } };
    }
    return wrong('Not found', 404);
  };
};

export const startFakePinecone = async (
  apiKey: string,
  dims: number,
): Promise<FakeServer & { points: Points }> => {
  const points = new Points();
  return { ...(await startFakeServer(handlerOf(points, apiKey, dims))), points };
};
