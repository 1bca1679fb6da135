import { z } from 'zod';
import { type FakeHandler, type FakeReply, type FakeServer, startFakeServer } from './fake-server.ts';
import { Points, type StoredPoint } from './points.ts';

const Filter = z.object({
  must: z.array(z.object({ key: z.string(), match: z.object({ any: z.array(z.string()) }) })),
});
const Upsert = z.object({
  points: z.array(
    z.object({ id: z.uuid(), vector: z.array(z.number()), payload: z.record(z.string(), z.unknown()) }),
  ),
});
const Removal = z.union([z.object({ points: z.array(z.uuid()) }), z.object({ filter: Filter })]);
const Query = z.object({ query: z.array(z.number()), limit: z.number(), filter: Filter.optional() });

const matches = (filter: z.infer<typeof Filter>) => (point: StoredPoint) =>
  filter.must.every(({ key, match }) => match.any.includes(String(point.payload[key])));

const named = (keys: readonly string[]) => (_point: StoredPoint, key: string) => keys.includes(key);

const wrong = (error: string, status = 400): FakeReply => ({ status, json: { status: { error } } });
const fine = (result: unknown): FakeReply => ({ json: { result, status: 'ok' } });
const sizeError = (expected: number, got: number) =>
  wrong(`Wrong input: Vector dimension error: expected dim: ${expected}, got ${got}`);

/** Implements the part of Qdrant 1.10 and newer that the adapter uses (https://api.qdrant.tech/api-reference). */
const handlerOf =
  (points: Points, apiKey: string): FakeHandler =>
  ({ method, path, headers, read }) => {
    if (headers['api-key'] !== apiKey)
      return { status: 401, json: 'Must provide an API key or an Authorization bearer token' };
    const [, name = '', ...rest] = path;
    const action = `${method} ${rest.join('/')}`;
    if (path.length === 1)
      return fine({ collections: [...points.collections.keys()].map((each) => ({ name: each })) });
    const collection = points.get(name);
    if (action === 'PUT ') {
      if (collection) return wrong(`Wrong input: Collection \`${name}\` already exists!`, 409);
      const { vectors } = read(
        z.object({ vectors: z.object({ size: z.number(), distance: z.literal('Cosine') }) }),
      );
      points.make(name, vectors.size);
      return fine(true);
    }
    if (action === 'DELETE ') return fine(points.collections.delete(name));
    if (!collection) return wrong(`Not found: Collection \`${name}\` doesn't exist!`, 404);
    if (action === 'GET ')
      return fine({ config: { params: { vectors: { size: collection.dims, distance: 'Cosine' } } } });
    if (action === 'PUT index') return fine({ status: 'completed' });
    if (action === 'PUT points') {
      for (const { id, vector, payload } of read(Upsert).points) {
        if (vector.length !== collection.dims) return sizeError(collection.dims, vector.length);
        collection.points.set(id, { vector, payload });
      }
      return fine({ status: 'completed' });
    }
    if (action === 'POST points/query') {
      const { query, limit, filter } = read(Query);
      if (query.length !== collection.dims) return sizeError(collection.dims, query.length);
      const keep = filter ? { keep: matches(filter) } : {};
      const hits = points.nearest(collection, { vector: query, topK: limit, ...keep });
      return fine({
        points: hits.map(({ key, cosine, point }) => ({ id: key, score: cosine, payload: point.payload })),
      });
    }
    if (action === 'POST points/delete') {
      const asked = read(Removal);
      const gone = 'points' in asked ? named(asked.points) : matches(asked.filter);
      points.remove(collection, gone);
      return fine({ status: 'completed' });
    }
    return wrong('Not found', 404);
  };

export const startFakeQdrant = async (apiKey: string): Promise<FakeServer & { points: Points }> => {
  const points = new Points();
  return { ...(await startFakeServer(handlerOf(points, apiKey))), points };
};
