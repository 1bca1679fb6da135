import { contracts, errorCatalogue } from '@atelier/contracts';
import type { Contract, Endpoint } from '@atelier/contracts/kernel/contract';
import { describe, expect, it } from 'vitest';
import { describeApi } from './describe-api.ts';
import type { Json } from './describe-shapes.ts';

interface Operation {
  operationId: string;
  parameters: { name: string; in: string; required: boolean; schema: Json }[];
  security: Json[];
  requestBody?: { required: boolean; content: Record<string, { schema: Json }> };
  responses: Record<string, { $ref?: string; content?: Record<string, Json> }>;
}
interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: Record<'schemas' | 'responses', Record<string, Json>>;
}

const all: Contract[] = Object.values(contracts);
const description = describeApi(all, 'test') as unknown as Description;
const text = JSON.stringify(description);
const operation = (method: string, path: string): Operation => {
  const found = description.paths[path]?.[method];
  if (!found) throw new Error(`${method} ${path} is not described`);
  return found;
};

describe('the description of the API', () => {
  it('refers only to what it has itself, and has nothing twice', () => {
    const references = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)];
    const missing = references
      .filter(([, kind, name]) => !((name as string) in description.components[kind as 'schemas']))
      .map(([whole]) => whole);
    expect(missing).toEqual([]);
    expect(text.match(/"\$ref":/g)).toHaveLength(references.length);
    expect(text).not.toMatch(/"\$(defs|id|schema|dynamicRef)"/);
    const operations = Object.values(description.paths).flatMap((methods) => Object.values(methods));
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    expect(operations).toHaveLength(all.flatMap(({ endpoints }) => Object.keys(endpoints)).length);
  });

  it('has only patterns that other languages read', () => {
    const patterns = [...text.matchAll(/"pattern":"((?:[^"\\]|\\.)*)"/g)].map(([, pattern]) => pattern);
    expect(patterns.length).toBeGreaterThan(20);
    expect(patterns.filter((pattern) => /\\[pP]\{|\\u\{/.test(pattern ?? ''))).toEqual([]);
  });

  it('names shapes as the contracts do, and tells requests from replies where they differ', () => {
    const { schemas } = description.components;
    expect(schemas).toHaveProperty(['App', 'properties', 'appId']);
    const created = operation('post', '/api/content/knowledge-base');
    expect(created.requestBody?.required).toBe(true);
    // A setting with a default may be left out of a request, and is in every reply.
    const [sent, received] = [schemas.ContextSettingsInput, schemas.ContextSettings];
    expect([sent?.required ?? [], received?.required]).toEqual([[], ['previousSession', 'staticText']]);
  });

  it('has every status with which an endpoint fails, with the codes of that status', () => {
    expect(Object.keys(operation('post', '/api/content/query').responses)).toEqual(
      '200 400 401 403 404 408 409 412 413 415 429 431 500 502 503'.split(' '),
    );
    // It has no body, and nothing in its path that could be missing.
    expect(Object.keys(operation('get', '/api/tenant/audit/choices').responses)).toEqual(
      '200 400 401 403 408 409 429 431 500 503'.split(' '),
    );
    expect(description.components.schemas).toMatchObject({
      Failure412: {
        properties: {
          responseCode: { const: 412 },
          code: { enum: expect.arrayContaining(['billing.credits_too_low']) as unknown },
        },
      },
    });
    expect(description.components.responses['chat.Precondition']).toMatchObject({
      description: expect.stringContaining('`billing.credits_too_low`') as unknown,
    });
  });

  it('describes streams, files, forms and failures in the shape of other protocols', () => {
    expect(operation('get', '/api/content/chat/answer').responses['200']?.content).toMatchObject({
      'text/event-stream': { schema: { type: 'string' } },
    });
    expect(operation('get', '/api/content/chat/source/file').responses).toMatchObject({
      206: { content: { '*/*': { schema: { type: 'string', format: 'binary' } } } },
      416: { description: 'The file has no such range.' },
    });
    expect(operation('post', '/api/import/import-file').requestBody?.content).toMatchObject({
      'multipart/form-data': { schema: { required: ['knowledgeBaseId', 'files'] } },
    });
    expect(operation('post', '/v1/chat/completions').responses['404']).toMatchObject({
      content: { 'application/json': { schema: { $ref: '#/components/schemas/OpenAiFailure' } } },
    });
  });

  it('says how callers prove who they are', () => {
    expect(operation('get', '/api/content/apps').security).toEqual([{ apiKey: [] }, { session: [] }]);
    expect(operation('put', '/api/content/bot-icon/{id}').security).toEqual([
      { apiKey: [] },
      { session: [], csrfToken: [] },
    ]);
    // It needs no key, but a private app is only for those who send one.
    expect(operation('post', '/api/content/query').security).toEqual([
      {},
      { apiKey: [] },
      { session: [], csrfToken: [] },
    ]);
  });
});

describe('a contract', () => {
  const endpoints = all.flatMap((contract) =>
    Object.entries<Endpoint>(contract.endpoints).map(
      ([name, endpoint]) => [`${contract.name}.${name}`, endpoint] as const,
    ),
  );

  it('says what an endpoint sends without the envelope, and which form it takes', () => {
    const silent = endpoints.filter(
      ([, { raw, sends, multipart, rawBody, streamedBody, form }]) =>
        (raw && !sends) || (multipart && !rawBody && !streamedBody && !form),
    );
    expect(silent.map(([name]) => name)).toEqual([]);
  });

  it('names further failures by codes that exist, and that it has not declared itself', () => {
    const wrong = all.flatMap(({ name, errors, alsoFails = [] }) =>
      alsoFails
        .filter((code) => !(code in errorCatalogue) || code in errors)
        .map((code) => `${name} ${code}`),
    );
    expect(wrong).toEqual([]);
  });
});
