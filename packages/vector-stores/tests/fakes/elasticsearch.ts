import { z } from 'zod';
import {
  type FakeHandler,
  type FakeReply,
  type FakeRequest,
  type FakeServer,
  startFakeServer,
} from './fake-server.ts';
import { type Collection, Points, type StoredPoint } from './points.ts';

export type Distribution = 'elasticsearch' | 'opensearch';

const Terms = z.object({ terms: z.object({ documentId: z.array(z.string()) }) });
const Ids = z.object({ ids: z.object({ values: z.array(z.string()) }) });
const Document = z.object({ id: z.string(), documentId: z.string(), vector: z.array(z.number()) });
const vectorFields = {
  elasticsearch: z.object({
    type: z.literal('dense_vector'),
    dims: z.number(),
    index: z.literal(true),
    similarity: z.literal('cosine'),
  }),
  opensearch: z.object({
    type: z.literal('knn_vector'),
    dimension: z.number(),
    method: z.object({ name: z.literal('hnsw'), space_type: z.literal('cosinesimil') }),
  }),
};
const Knn = z.object({
  size: z.number(),
  knn: z.object({
    query_vector: z.array(z.number()),
    k: z.number(),
    num_candidates: z.number(),
    filter: Terms.optional(),
  }),
});
const KnnQuery = z.object({
  size: z.number(),
  query: z.object({
    knn: z.object({
      vector: z.object({ vector: z.array(z.number()), k: z.number(), filter: Terms.optional() }),
    }),
  }),
});

const among = (filter: z.infer<typeof Terms>) => (point: StoredPoint) =>
  filter.terms.documentId.includes(String(point.payload['documentId']));

const wrong = (status: number, type: string, reason: string): FakeReply => ({
  status,
  json: { error: { root_cause: [{ type, reason }], type, reason }, status },
});
const lost = (name: string) => wrong(404, 'index_not_found_exception', `no such index [${name}]`);

const sizeReason = (distribution: Distribution, expected: number, got: number): string =>
  distribution === 'elasticsearch'
    ? `The [dense_vector] field [vector] has a different number of dimensions [${got}] than defined in the mapping [${expected}]`
    : `Vector dimension mismatch. Expected: ${expected}, Given: ${got}`;

class FakeSearch {
  readonly points: Points;
  readonly distribution: Distribution;

  constructor(points: Points, distribution: Distribution) {
    this.points = points;
    this.distribution = distribution;
  }

  root(): FakeReply {
    return this.distribution === 'elasticsearch'
      ? { json: { version: { number: '8.19.0' }, tagline: 'You Know, for Search' } }
      : { json: { version: { number: '3.1.0', distribution: 'opensearch' } } };
  }

  make(name: string, { read }: FakeRequest): FakeReply {
    if (this.points.get(name))
      return wrong(400, 'resource_already_exists_exception', `index [${name}] already exists`);
    const mapping = read(z.object({ mappings: z.object({ properties: z.object({ vector: z.unknown() }) }) }));
    const { vector } = mapping.mappings.properties;
    const dims =
      this.distribution === 'elasticsearch'
        ? vectorFields.elasticsearch.parse(vector).dims
        : vectorFields.opensearch.parse(vector).dimension;
    this.points.make(name, dims);
    return { json: { acknowledged: true, index: name } };
  }

  mapping(name: string, { dims }: Collection): FakeReply {
    const size = this.distribution === 'elasticsearch' ? { dims } : { dimension: dims };
    return { json: { [name]: { mappings: { properties: { vector: size } } } } };
  }

  bulk({ text }: FakeRequest): FakeReply {
    const lines = text.trimEnd().split('\n');
    const items: unknown[] = [];
    for (let at = 0; at < lines.length; at += 2) {
      const { index } = z
        .object({ index: z.object({ _index: z.string(), _id: z.string().max(512) }) })
        .parse(JSON.parse(lines[at] ?? ''));
      const { vector, ...payload } = Document.parse(JSON.parse(lines[at + 1] ?? ''));
      items.push({ index: this.#write(index._index, index._id, { vector, payload }) });
    }
    return { json: { errors: false, items } };
  }

  #write(name: string, key: string, point: StoredPoint): object {
    const collection = this.points.get(name) ?? this.points.make(name, point.vector.length);
    if (point.vector.length !== collection.dims) {
      const reason = sizeReason(this.distribution, collection.dims, point.vector.length);
      const type = 'document_parsing_exception';
      return { status: 400, error: { type, reason: 'failed to parse', caused_by: { reason } } };
    }
    collection.points.set(key, point);
    return { status: 201 };
  }

  search(collection: Collection, request: FakeRequest): FakeReply {
    const { vector, topK, filter } = this.#queryOf(request);
    if (vector.length !== collection.dims)
      return wrong(
        400,
        'query_shard_exception',
        sizeReason(this.distribution, collection.dims, vector.length),
      );
    const keep = filter ? { keep: among(filter) } : {};
    const hits = this.points.nearest(collection, { vector, topK, ...keep });
    const found = hits.map(({ key, cosine, point }) => ({
      _id: key,
      _score: (1 + cosine) / 2,
      _source: { id: point.payload['id'] },
    }));
    return { json: { hits: { hits: found } } };
  }

  #queryOf({ read }: FakeRequest) {
    if (this.distribution === 'elasticsearch') {
      const { knn } = read(Knn);
      return { vector: knn.query_vector, topK: knn.k, filter: knn.filter };
    }
    const { vector } = read(KnnQuery).query.knn;
    return { vector: vector.vector, topK: vector.k, filter: vector.filter };
  }

  deleteByQuery(collection: Collection, { read }: FakeRequest): FakeReply {
    const { query } = read(z.object({ query: z.union([Terms, Ids]) }));
    const gone =
      'ids' in query ? (_point: StoredPoint, key: string) => query.ids.values.includes(key) : among(query);
    const deleted = this.points.remove(collection, gone);
    return { json: { deleted } };
  }
}

/** Implements the part of Elasticsearch 8 or OpenSearch 3 that the adapter uses. */
const handlerOf =
  (fake: FakeSearch, authorization: string): FakeHandler =>
  (request) => {
    const { method, path, headers } = request;
    if (headers.authorization !== authorization)
      return wrong(401, 'security_exception', 'unable to authenticate');
    const [name = '', action = ''] = path;
    if (path.length === 0) return fake.root();
    if (name === '_bulk') return fake.bulk(request);
    const collection = fake.points.get(name);
    if (method === 'PUT' && action === '') return fake.make(name, request);
    if (!collection) return lost(name);
    if (method === 'DELETE') return { json: { acknowledged: fake.points.collections.delete(name) } };
    if (action === '_mapping') return fake.mapping(name, collection);
    if (action === '_search') return fake.search(collection, request);
    if (action === '_delete_by_query') return fake.deleteByQuery(collection, request);
    return wrong(400, 'illegal_argument_exception', `unknown ${method} ${path.join('/')}`);
  };

export const startFakeSearch = async (
  distribution: Distribution,
  authorization: string,
): Promise<FakeServer & { points: Points }> => {
  const points = new Points();
  const fake = new FakeSearch(points, distribution);
  return { ...(await startFakeServer(handlerOf(fake, authorization))), points };
};
