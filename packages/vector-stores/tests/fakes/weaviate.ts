import { z } from 'zod';
import { type FakeHandler, type FakeReply, type FakeServer, startFakeServer } from './fake-server.ts';
import { type Collection, Points, type StoredPoint } from './points.ts';

const Class = z.object({
  class: z.string().regex(/^[A-Z][_0-9A-Za-z]*$/),
  description: z.string(),
  vectorizer: z.literal('none'),
  vectorIndexConfig: z.object({ distance: z.literal('cosine') }),
  properties: z.array(z.object({ name: z.string(), tokenization: z.literal('field') })),
});
const Batch = z.object({
  objects: z.array(
    z.object({
      class: z.string(),
      id: z.uuid(),
      properties: z.record(z.string(), z.unknown()),
      vector: z.array(z.number()),
    }),
  ),
});
const Where = z.object({
  path: z.tuple([z.enum(['documentKey', 'pointId'])]),
  operator: z.literal('ContainsAny'),
  valueTextArray: z.array(z.string()),
});
const Get =
  /^\{Get\{(\w+)\(limit: (\d+), nearVector: \{vector: (\[[^\]]*\])\}(?:, where: \{path: \["documentKey"\], operator: ContainsAny, valueText: (\[[^\]]*\])\})?\)\{pointId _additional\{distance\}\}\}\}$/;

/** The most objects that one `DELETE /v1/batch/objects` removes. It is small, so that several calls are needed. */
const mostMatches = 300;

const wrong = (status: number, message: string): FakeReply => ({ status, json: { error: [{ message }] } });

class FakeWeaviate {
  readonly points = new Points();
  readonly classes = new Map<string, z.infer<typeof Class>>();

  schema(method: string, name: string | undefined, read: () => z.infer<typeof Class>): FakeReply {
    if (method === 'POST') {
      const made = read();
      if (this.classes.has(made.class)) return wrong(422, `class name ${made.class} already exists`);
      this.classes.set(made.class, made);
      // The first vector determines the size.
      this.points.make(made.class, 0);
      return { json: made };
    }
    const found = this.classes.get(name ?? '');
    if (method === 'DELETE') {
      this.classes.delete(name ?? '');
      this.points.collections.delete(name ?? '');
      return {};
    }
    return found ? { json: found } : { status: 404, json: {} };
  }

  write({ objects }: z.infer<typeof Batch>): FakeReply {
    const json = objects.map((object) => {
      const error = this.#writeOne(object);
      return error
        ? { ...object, result: { status: 'FAILED', errors: { error: [{ message: error }] } } }
        : { ...object, result: { status: 'SUCCESS' } };
    });
    return { json };
  }

  #writeOne({ class: name, id, properties, vector }: z.infer<typeof Batch>['objects'][number]) {
    const collection = this.points.get(name);
    if (!collection) return `class ${name} not found in schema`;
    if (collection.dims === 0) collection.dims = vector.length;
    if (collection.dims !== vector.length)
      return `new node has a vector with length ${vector.length}. Existing nodes have vectors with length ${collection.dims}`;
    collection.points.set(id, { vector, payload: properties });
    return undefined;
  }

  find(query: string): FakeReply {
    const [, name = '', limit = '0', vectorText = '[]', keysText] = Get.exec(query) ?? [];
    const collection = this.points.get(name);
    const failed = (message: string): FakeReply => ({ json: { data: { Get: null }, errors: [{ message }] } });
    if (!collection) return failed(`Cannot query field "${name}" on type "GetObjectsObj".`);
    const vector = z.array(z.number()).parse(JSON.parse(vectorText));
    if (collection.dims !== 0 && collection.dims !== vector.length)
      return failed(
        `explorer: get class: vector lengths don't match: ${collection.dims} vs ${vector.length}`,
      );
    const keys = keysText && z.array(z.string()).parse(JSON.parse(keysText));
    const keep = (point: StoredPoint) => !keys || keys.includes(String(point.payload['documentKey']));
    const hits = this.points.nearest(collection, { vector, topK: Number(limit), keep });
    const found = hits.map(({ cosine, point }) => ({
      pointId: point.payload['pointId'],
      _additional: { distance: 1 - cosine },
    }));
    return { json: { data: { Get: { [name]: found } } } };
  }

  remove(
    collection: Collection | undefined,
    { path: [property], valueTextArray }: z.infer<typeof Where>,
  ): FakeReply {
    if (!collection) return wrong(422, 'failed to find class in schema');
    let matches = 0;
    const gone = (point: StoredPoint) => {
      if (matches >= mostMatches || !valueTextArray.includes(String(point.payload[property]))) return false;
      matches += 1;
      return true;
    };
    const successful = this.points.remove(collection, gone);
    return { json: { results: { matches, successful, failed: 0 } } };
  }
}

/** Implements the part of Weaviate 1.24 and newer that the adapter uses (docs.weaviate.io). */
const handlerOf =
  (fake: FakeWeaviate, apiKey: string): FakeHandler =>
  ({ method, path, headers, read }) => {
    if (headers.authorization !== `Bearer ${apiKey}`)
      return { status: 401, json: { code: 401, message: 'unauthorized: invalid api key' } };
    const [, area, part] = path;
    const action = `${method} ${path.slice(1, 3).join('/')}`;
    if (area === 'meta') return { json: { version: '1.32.0' } };
    if (area === 'schema') return fake.schema(method, part, () => read(Class));
    if (action === 'POST batch/objects') return fake.write(read(Batch));
    if (action === 'POST graphql') return fake.find(read(z.object({ query: z.string() })).query);
    if (action === 'DELETE batch/objects') {
      const { match } = read(z.object({ match: z.object({ class: z.string(), where: Where }) }));
      return fake.remove(fake.points.get(match.class), match.where);
    }
    return wrong(404, 'not found');
  };

export const startFakeWeaviate = async (apiKey: string): Promise<FakeServer & { points: Points }> => {
  const fake = new FakeWeaviate();
  return { ...(await startFakeServer(handlerOf(fake, apiKey))), points: fake.points };
};
