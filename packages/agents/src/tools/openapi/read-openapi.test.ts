import { describe, expect, it } from 'vitest';
import { type ReadOperation, readOpenApi } from './read-openapi.ts';

/** Reads the list of operations, and then all of them as a whole. */
const read = (document: object) => {
  const source = JSON.stringify({ openapi: '3.1.0', ...document });
  const list = readOpenApi(source);
  if (list.problem !== null) throw new Error(list.problem);
  const reading = readOpenApi(source, { keys: list.operations.map(({ key }) => key) });
  if (reading.problem !== null) throw new Error(reading.problem);
  return reading;
};
const only = (operation: object, item: object = {}, more: object = {}): ReadOperation => {
  const { operations } = read({ paths: { '/a/{id}': { get: operation, ...item } }, ...more });
  const [first] = operations;
  if (first === undefined) throw new Error('There is no operation.');
  return first;
};
const post = (requestBody: object, more: object = {}): ReadOperation => {
  const { operations } = read({ paths: { '/a': { post: { requestBody, ...more } } } });
  return operations[0] as ReadOperation;
};
const jsonBody = (schema: object, more: object = {}) =>
  post({ content: { 'application/json': { schema } }, ...more });
const id = { name: 'id', in: 'path', schema: { type: 'integer' } };

describe('a document', () => {
  it('has a title, and servers whose addresses are known', () => {
    const { title, servers } = read({
      info: { title: ' Orders ' },
      servers: [
        { url: 'https://api.example.com/v1/' },
        { url: '/relative' },
        { url: 'https://{region}.example.com' },
      ],
      paths: { '/a': { get: {} } },
    });
    expect({ title, servers }).toEqual({ title: 'Orders', servers: ['https://api.example.com/v1'] });
    expect(read({ paths: { '/a': { get: {} } } })).toMatchObject({ title: 'API', servers: [] });
  });

  it('may be written in YAML, and says what is wrong with it', () => {
    expect(readOpenApi('openapi: 3.0.3\npaths:\n  /a:\n    get: {}\n')).toMatchObject({
      problem: null,
      title: 'API',
    });
    expect(readOpenApi('openapi: [')).toEqual({
      problem: 'This is neither JSON nor YAML with an OpenAPI document.',
    });
    expect(readOpenApi('{"swagger":"2.0"}').problem).toContain('version 2 (Swagger)');
    for (const openapi of ['2.9', '3.3.0', '13.0', undefined])
      expect(readOpenApi(JSON.stringify({ openapi, paths: { '/a': { get: {} } } })).problem).toContain(
        'no field “openapi”',
      );
    expect(readOpenApi('{"openapi":"3.0.0","paths":{"a":{"get":{}}}}').problem).toBe(
      'The document describes no operation.',
    );
  });

  it('gives operations in its order, each method once, named after what they are called', () => {
    const { operations } = read({
      paths: {
        '/orders/{id}': {
          summary: 'One order',
          parameters: [id],
          get: { operationId: 'getOrderById', description: 'Reads it.' },
          delete: { summary: 'Cancel', description: 'Cancel' },
        },
        '/order-lines': { post: {}, trace: {}, head: { operationId: '__' } },
      },
    });
    expect(operations.map(({ key, name, description }) => [key, name, description])).toEqual([
      ['GET /orders/{id}', 'Get order by id', 'One order\nReads it.'],
      ['DELETE /orders/{id}', 'Cancel', 'Cancel'],
      ['POST /order-lines', 'Order lines', ''],
      ['HEAD /order-lines', 'Order lines', ''],
      ['TRACE /order-lines', 'Order lines', ''],
    ]);
    expect(operations.at(-1)).toMatchObject({ request: null, problem: 'Tools send no TRACE requests.' });
  });

  it('says which of its paths and servers are not read', () => {
    const { notes, operations } = read({
      servers: [{ url: 'https://{region}.example.com' }],
      paths: {
        'x-note': {},
        orders: { get: {} },
        '/other': { $ref: 'other.yaml#/paths' },
        '/a': { additionalOperations: { COPY: {} }, get: {} },
      },
    });
    expect(notes).toEqual([
      '“orders” is not read, because it is no path.',
      '“/other” is not read, because it is described in another document.',
      'The server “https://{region}.example.com” is not offered, because its address is not complete.',
    ]);
    expect(operations.map(({ key, problem }) => [key, problem])).toEqual([
      ['GET /a', null],
      ['COPY /a', 'Tools send no COPY requests.'],
    ]);
  });

  it('gives servers as addresses: relative to its own, with the defaults of their variables', () => {
    const servers = (described: object[] | undefined, address?: string) => {
      const document = { openapi: '3.1.0', paths: { '/a': { get: {} } }, servers: described };
      const reading = readOpenApi(JSON.stringify(document), { address });
      return reading.problem === null ? reading.servers : reading.problem;
    };
    const address = 'https://docs.example.com/api/openapi.json';
    expect(servers([{ url: '../v2/' }, { url: '/v3' }, { url: '.' }], address)).toEqual([
      'https://docs.example.com/v2',
      'https://docs.example.com/v3',
      'https://docs.example.com/api',
    ]);
    expect([servers(undefined, address), servers([], address), servers(undefined)]).toEqual([
      ['https://docs.example.com'],
      ['https://docs.example.com'],
      [],
    ]);
    const variables = { user: { default: 'demo' }, port: { enum: ['8443', '443'], default: '8443' } };
    expect(
      servers([
        {
          url: 'https://{user}.example.com:{port}/{base}',
          variables: { ...variables, base: { enum: ['v2'] } },
        },
      ]),
    ).toEqual(['https://demo.example.com:8443/v2']);
    expect(servers([{ url: 'ftp://a.example' }, { url: 'https://a.example/?x=1' }])).toEqual([]);
  });

  it('gives an operation the server of its own, or that of its path', () => {
    const { operations } = read({
      servers: [{ url: 'https://api.example.com' }],
      paths: {
        '/a': {
          servers: [{ url: 'https://path.example.com/' }],
          get: { servers: [{ url: 'https://files.example.com' }] },
          post: {},
        },
        '/b': { get: {} },
      },
    });
    expect(operations.map(({ server }) => server)).toEqual([
      'https://files.example.com',
      'https://path.example.com',
      null,
    ]);
  });
});

describe('the arguments of an operation', () => {
  it('come from its parameters, before those of its path, each in its place', () => {
    const parameters = [
      {
        name: 'page',
        in: 'query',
        description: 'Which page',
        schema: { type: 'integer', description: 'unused' },
      },
      { name: 'X-Trace', in: 'header', schema: { type: 'string', description: 'A mark' } },
    ];
    const { request, problem } = only(
      { parameters },
      { parameters: [id, { ...parameters[0], description: 'old' }] },
    );
    expect(problem).toBeNull();
    expect(request).toEqual({
      ...{ method: 'GET', path: '/a/{id}', bodyKind: 'NONE', body: '' },
      query: [{ name: 'page', value: '{page}' }],
      headers: [{ name: 'X-Trace', value: '{X-Trace}' }],
      parameters: [
        { name: 'page', description: 'Which page', isRequired: false, schema: { type: 'integer' } },
        { name: 'X-Trace', description: 'A mark', isRequired: false, schema: { type: 'string' } },
        { name: 'id', description: '', isRequired: true, schema: { type: 'integer' } },
      ],
    });
  });

  it('get names that models accept, each once, also in the path', () => {
    const { request } = only({
      parameters: [
        { name: 'id', in: 'path' },
        { name: 'id', in: 'query' },
        { name: 'sort by', in: 'query' },
        { name: '2nd', in: 'query' },
      ],
    });
    expect(request?.parameters.map(({ name }) => name)).toEqual(['id', 'id_2', 'sort_by', '_2nd']);
    expect(request?.query).toEqual([
      { name: 'id', value: '{id_2}' },
      { name: 'sort by', value: '{sort_by}' },
      { name: '2nd', value: '{_2nd}' },
    ]);
    const renamed = read({ paths: { '/b/{a b}': { get: { parameters: [{ name: 'a b', in: 'path' }] } } } });
    expect(renamed.operations[0]?.request?.path).toBe('/b/{a_b}');
  });

  it('leave out headers that a request sets by itself, and send cookies', () => {
    const headers = ['Accept', 'authorization', 'X-Kept'].map((name) => ({ name, in: 'header' }));
    const { request, omitted } = only({
      parameters: [id, ...headers, { name: 'c', in: 'cookie' }, { name: '', in: 'query' }],
    });
    expect(request?.parameters.map(({ name }) => name)).toEqual(['id', 'X-Kept', 'c']);
    expect(request?.headers).toEqual([
      { name: 'X-Kept', value: '{X-Kept}' },
      { name: 'Cookie', value: 'c={c}' },
    ]);
    expect(omitted).toEqual(['A parameter is left out, because it is not described.']);
    expect(only({ parameters: [id, { name: 'accept', in: 'query' }] }).request?.query).toHaveLength(1);
  });

  it('that are described wrongly cost themselves, or the operation that needs them', () => {
    const odd = { name: 'q', in: 'query', style: 'matrix' };
    const missing = { $ref: '#/components/parameters/none' };
    expect(only({ parameters: [id, odd, missing] })).toMatchObject({
      problem: null,
      omitted: [
        '“q” is left out. The style “matrix” of “q” is not known here.',
        'A parameter is left out, because “#/components/parameters/none” is not in the document.',
      ],
      request: { parameters: [{ name: 'id' }] },
    });
    expect(only({ parameters: [id, { ...odd, required: true }] }).problem).toBe(
      'The style “matrix” of “q” is not known here.',
    );
  });

  it('are at most 60', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ name: `q${at}`, in: 'query' }));
    expect(only({ parameters: [id, ...many(49)] }).problem).toBeNull();
    expect(only({ parameters: [id, ...many(60)] }).problem).toBe('It has more than 60 arguments.');
  });

  it('may be described by content, and be references', () => {
    const { request } = only(
      {
        parameters: [
          { $ref: '#/components/parameters/id' },
          { name: 'filter', in: 'query', content: { 'application/json': { schema: { type: 'object' } } } },
        ],
      },
      {},
      { components: { parameters: { id } } },
    );
    expect(request?.parameters.map(({ name, schema }) => [name, schema])).toEqual([
      ['id', { type: 'integer' }],
      ['filter', { type: 'object' }],
    ]);
  });

  it('that no part of the request contains are a problem', () => {
    expect(only({}).problem).toContain('there is no argument “id”');
  });
});

describe('the body of an operation', () => {
  const properties = { name: { type: 'string', description: 'Whose' }, count: { type: 'integer' } };

  it('that is an object has an argument for each property; needed are those of a needed body', () => {
    const schema = { type: 'object', properties, required: ['name'] };
    expect(jsonBody(schema, { required: true }).request).toMatchObject({
      bodyKind: 'JSON',
      body: '{\n  "name": "{name}",\n  "count": "{count}"\n}',
      parameters: [
        { name: 'name', description: 'Whose', isRequired: true, schema: { type: 'string' } },
        { name: 'count', description: '', isRequired: false, schema: { type: 'integer' } },
      ],
    });
    expect(jsonBody(schema).request?.parameters.map(({ isRequired }) => isRequired)).toEqual([false, false]);
  });

  it('that is anything else is one argument', () => {
    for (const schema of [{ type: 'array' }, { properties, oneOf: [{ required: ['name'] }] }])
      expect(jsonBody(schema, { required: true }).request).toMatchObject({
        body: '"{body}"',
        parameters: [{ name: 'body', description: 'The body of the request.', isRequired: true, schema }],
      });
    const wide = (count: number) => ({
      properties: Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, {}])),
    });
    expect(jsonBody(wide(40)).request?.parameters).toHaveLength(40);
    expect(jsonBody(wide(41)).request?.parameters).toHaveLength(1);
  });

  it('has no argument for what only the server writes', () => {
    const written = { ...properties, id: { type: 'string', readOnly: true } };
    expect(jsonBody({ properties: written }).request?.parameters.map(({ name }) => name)).toEqual([
      'name',
      'count',
    ]);
  });

  it('may be a form, with and without parts, or a text of a media type', () => {
    const of = (type: string, schema: object, more: object = {}) =>
      post({ content: { [type]: { schema, ...more } }, required: true });
    const form = 'application/x-www-form-urlencoded';
    expect(of(form, { properties }).request).toMatchObject({ bodyKind: 'FORM', parameters: [{}, {}] });
    expect(of(form, { allOf: [{ properties }] }).request).toMatchObject({
      bodyKind: 'FORM',
      body: '"{body}"',
    });
    expect(of(form, { type: 'array' }).problem).toBe(
      'Its form is described as something else than an object.',
    );
    expect(of('multipart/form-data', { properties }).request?.bodyKind).toBe('MULTIPART');
    expect(of('application/xml', { type: 'object', properties }).request).toMatchObject({
      ...{ bodyKind: 'TEXT', body: '{body}', headers: [{ name: 'Content-Type', value: 'application/xml' }] },
      parameters: [
        { description: 'The body of the request, as application/xml.', schema: { type: 'string' } },
      ],
    });
    expect(of('application/merge-patch+json', { properties }).request).toMatchObject({
      ...{ bodyKind: 'JSON', headers: [{ name: 'Content-Type', value: 'application/merge-patch+json' }] },
    });
    expect(of('application/json', { properties }).request?.headers).toEqual([]);
  });

  it('that is a file is left out, or costs the operation that needs it', () => {
    const picture = { content: { 'image/png': { schema: {} } } };
    expect(post(picture)).toMatchObject({
      request: { bodyKind: 'NONE', body: '', parameters: [] },
      omitted: ['The body is of a kind that tools cannot send (image/png). It is left out.'],
    });
    expect(post({ ...picture, required: true }).problem).toBe(
      'The body is of a kind that tools cannot send (image/png).',
    );
    const parts = (required: string[]) =>
      post({
        required: true,
        content: {
          'multipart/form-data': {
            schema: {
              required,
              properties: {
                ...properties,
                photo: { type: 'string', format: 'binary' },
                scans: { type: 'array', items: { type: 'string', contentMediaType: 'image/png' } },
                inline: { type: 'string', contentMediaType: 'image/png', contentEncoding: 'base64' },
              },
            },
          },
        },
      });
    expect(parts([]).request?.parameters.map(({ name }) => name)).toEqual(['name', 'count', 'inline']);
    expect(parts([]).omitted).toEqual([
      '“photo” is a file, which tools cannot send. It is left out.',
      '“scans” is a file, which tools cannot send. It is left out.',
    ]);
    expect(parts(['photo']).problem).toBe('It needs a file (“photo”), which tools cannot send.');
  });
});

describe('the schema of an argument', () => {
  const schemaOf = (schema: object, more: object = {}) =>
    only({ parameters: [id, { name: 'q', in: 'query', schema }] }, {}, more).request?.parameters[1]?.schema;

  it('is written as JSON Schema writes it now', () => {
    expect(
      schemaOf({ type: 'number', minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false }),
    ).toEqual({
      type: 'number',
      exclusiveMinimum: 1,
      maximum: 9,
    });
    expect(schemaOf({ type: 'number', exclusiveMaximum: 4 })).toEqual({
      type: 'number',
      exclusiveMaximum: 4,
    });
    expect(schemaOf({ type: 'string', nullable: true, enum: ['a'] })).toEqual({
      type: ['string', 'null'],
      enum: ['a', null],
    });
    expect(schemaOf({ enum: ['a', null], nullable: true })).toEqual({ enum: ['a', null] });
    expect(schemaOf({ type: 'string', nullable: false })).toEqual({ type: 'string' });
  });

  it('contains what it refers to, keeps what is known, and leaves out the rest', () => {
    const node = { type: 'object', properties: { next: { $ref: '#/components/schemas/no~1de' } }, 'x-a': 1 };
    const components = { schemas: { 'no/de': { ...node, properties: { leaf: { type: 'null' } } } } };
    expect(
      schemaOf(
        { anyOf: [node, true], additionalProperties: false, xml: {}, examples: [1], format: 'date' },
        { components },
      ),
    ).toEqual({
      anyOf: [
        {
          type: 'object',
          properties: { next: { type: 'object', properties: { leaf: { type: 'null' } } } },
        },
        true,
      ],
      additionalProperties: false,
      format: 'date',
    });
    expect(schemaOf({ items: { $ref: 'other.json#/a' } })).toEqual({ items: {} });
    expect(schemaOf({ items: { $ref: '#/components/schemas/none' } }, { components })).toEqual({ items: {} });
  });

  it('ends where it goes round in a circle', () => {
    const components = { schemas: { tree: { items: { $ref: '#/components/schemas/tree' } } } };
    const depth = (schema: object | undefined): number =>
      schema && 'items' in schema ? 1 + depth(schema.items as object) : 0;
    expect(depth(schemaOf({ $ref: '#/components/schemas/tree' }, { components }))).toBe(13);
    const loop = { schemas: { a: { $ref: '#/components/schemas/a' } } };
    expect(schemaOf({ $ref: '#/components/schemas/a' }, { components: loop })).toEqual({});
  });
});
