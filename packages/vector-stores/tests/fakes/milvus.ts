import { z } from 'zod';
import { type FakeHandler, type FakeReply, type FakeServer, startFakeServer } from './fake-server.ts';
import { type Collection, Points, type StoredPoint } from './points.ts';

const Schema = z.object({
  autoId: z.literal(false),
  fields: z.array(
    z.object({
      fieldName: z.string(),
      dataType: z.enum(['VarChar', 'FloatVector']),
      isPrimary: z.boolean().optional(),
      elementTypeParams: z.object({ dim: z.number().optional(), max_length: z.number().optional() }),
    }),
  ),
});
const Create = z.object({
  schema: Schema,
  indexParams: z.array(z.object({ fieldName: z.literal('vector'), metricType: z.literal('COSINE') })).min(1),
});
const Row = z.object({
  key: z.string().max(32),
  pointId: z.string(),
  documentKey: z.string().max(32),
  vector: z.array(z.number()),
});
const Search = z.object({
  data: z.tuple([z.array(z.number())]),
  annsField: z.literal('vector'),
  limit: z.number().max(16_384),
  filter: z.string().optional(),
  consistencyLevel: z.literal('Strong'),
});

const fine = (data: unknown): FakeReply => ({ json: { code: 0, data } });
const wrong = (code: number, message: string): FakeReply => ({ json: { code, message } });

/** `documentKey in ["a","b"]` */
const filterOf = (filter: string | undefined) => {
  if (filter === undefined) return () => true;
  const [, field = '', list = '[]'] = /^(key|documentKey) in (\[.*\])$/.exec(filter) ?? [];
  const keys = z.array(z.string()).parse(JSON.parse(list));
  return (point: StoredPoint, key?: string) =>
    keys.includes(String(field === 'key' ? key : point.payload[field]));
};

const describe = ({ dims }: Collection): FakeReply =>
  fine({ fields: [{ name: 'vector', params: [{ key: 'dim', value: String(dims) }] }] });

const upsert = (collection: Collection, rows: readonly z.infer<typeof Row>[]): FakeReply => {
  for (const { key, vector, ...payload } of rows) {
    if (vector.length !== collection.dims)
      return wrong(
        1804,
        `fail to deal the insert data, error: the length(${vector.length}) of float data should divide the dim(${collection.dims})`,
      );
    collection.points.set(key, { vector, payload });
  }
  return fine({ upsertCount: rows.length });
};

/**
 * Implements the part of the REST interface (version 2) of Milvus 2.4 and newer that the adapter uses
 * (milvus.io/api-reference/restful).
 */
const handlerOf =
  (points: Points, token: string): FakeHandler =>
  ({ path, headers, read }) => {
    if (headers.authorization !== `Bearer ${token}`) return wrong(1800, 'user hasn’t authenticated');
    const action = path.slice(2).join('/');
    const { collectionName = '' } = read(z.object({ collectionName: z.string().optional() }));
    const collection = points.get(collectionName);
    if (action === 'collections/list') return fine([...points.collections.keys()]);
    if (action === 'collections/has') return fine({ has: collection !== undefined });
    if (action === 'collections/create') {
      const { fields } = read(Create).schema;
      points.make(
        collectionName,
        fields.find(({ fieldName }) => fieldName === 'vector')?.elementTypeParams.dim ?? 0,
      );
      return fine({});
    }
    if (!collection)
      return wrong(100, `can't find collection[database=default][collection=${collectionName}]`);
    if (action === 'collections/describe') return describe(collection);
    if (action === 'collections/drop') return fine(points.collections.delete(collectionName));
    if (action === 'entities/upsert') return upsert(collection, read(z.object({ data: z.array(Row) })).data);
    if (action === 'entities/delete') {
      points.remove(collection, filterOf(read(z.object({ filter: z.string() })).filter));
      return fine({});
    }
    const { data, limit, filter } = read(Search);
    const [vector] = data;
    if (vector.length !== collection.dims)
      return wrong(
        65_535,
        `vector dimension mismatch, expected vector size(byte) ${collection.dims * 4}, actual ${vector.length * 4}.`,
      );
    const hits = points.nearest(collection, { vector, topK: limit, keep: filterOf(filter) });
    return fine(
      hits.map(({ key, cosine, point }) => ({ key, distance: cosine, pointId: point.payload['pointId'] })),
    );
  };

export const startFakeMilvus = async (token: string): Promise<FakeServer & { points: Points }> => {
  const points = new Points();
  return { ...(await startFakeServer(handlerOf(points, token))), points };
};
