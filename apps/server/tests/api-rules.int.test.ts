import { contracts, type ErrorCode, errorCatalogue } from '@atelier/contracts';
import { bodyLimitFor, type Endpoint, type Envelope } from '@atelier/contracts/kernel/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fail } from '../src/kernel/base/errors.ts';
import { defineModule, defineRoutes } from '../src/kernel/module/module.ts';
import type { Client } from './client.ts';
import { startTestServer, type TestServer } from './harness.ts';
import { ask, harmless } from './matrix/ask.ts';
import { labelOf } from './matrix/matrix.ts';

/** A reply in the description of the API. */
interface DescribedShape {
  $ref?: string;
  properties?: object;
}
interface Described {
  content?: Record<string, { schema: { properties?: { responseData: DescribedShape } } }>;
}
interface Description {
  paths: Record<string, Record<string, { responses: Record<string, Described> }>>;
  components: { schemas: Record<string, DescribedShape> };
}

const endpoints: Endpoint[] = Object.values(contracts).flatMap((contract) =>
  Object.values<Endpoint>(contract.endpoints),
);
const secret = 'relation "salaries" does not exist at 10.0.0.7';

/** A feature that fails in unexpected ways, as a feature of the product might. */
const clumsy = {
  name: 'clumsy',
  errors: {},
  endpoints: {
    stumble: {
      method: 'GET',
      path: '/api/content/clumsy',
      summary: 'Fails',
      access: { public: 'for this test' },
      reply: z.object({ fine: z.literal(true) }),
    },
    babble: {
      method: 'GET',
      path: '/api/content/clumsy/babble',
      summary: 'Answers with what was not promised',
      access: { public: 'for this test' },
      reply: z.object({ fine: z.literal(true) }),
    },
    refuse: {
      method: 'GET',
      path: '/api/content/clumsy/refuse',
      summary: 'Fails as declared',
      access: { public: 'for this test' },
      reply: z.object({ fine: z.literal(true) }),
    },
  },
} as const;

/** Passes a value that the types would not allow. */
const wrongly = (value: unknown) => value as { fine: true };

const clumsyModule = defineModule({
  name: 'clumsy',
  routes: [
    defineRoutes(clumsy, {
      stumble: () => Promise.reject(new Error(secret)),
      babble: async () => wrongly({ fine: secret }),
      refuse: async () => fail('run.not_found'),
    }),
  ],
});

describe('every answer of the API', () => {
  let server: TestServer;
  let client: Client;

  beforeAll(async () => {
    server = await startTestServer({ extraModules: [clumsyModule] });
    client = (await server.signUp()).client;
  });
  afterAll(() => server.close());

  const read = async (path: string, init: RequestInit = {}) => {
    const response = await client.fetch(path, init);
    const type = response.headers.get('content-type') ?? '';
    return { status: response.status, type, text: await response.text() };
  };
  const envelopeOf = (text: string) => JSON.parse(text) as Envelope;

  it('is JSON in one envelope, for every caller and every outcome', {
    tags: ['API-01', 'API-04', 'API-05'],
  }, async () => {
    const proof = client.headers();
    let failures = 0;
    for (const endpoint of endpoints) {
      if (endpoint.raw || endpoint.method !== 'GET') continue;
      const { status, text } = await ask(server.origin, endpoint, harmless(endpoint), proof);
      const body = envelopeOf(text);
      expect(body, labelOf(endpoint)).toMatchObject({
        success: status === 200,
        responseCode: status,
        requestId: expect.stringMatching(/^req_/),
      });
      expect(body.responseData === null, labelOf(endpoint)).toBe(status !== 200);
      if (status !== 200) failures += 1;
    }
    expect(failures).toBeGreaterThan(5);
  });

  it('describes a failure with a code, a sentence and the request id', {
    tags: ['API-06', 'ERROR-15'],
  }, async () => {
    const answers = [
      await read('/api/content/knowledge-base/kb_missing'),
      await read('/api/content/apps?limit=1000'),
      await read('/api/nothing/here'),
    ].map(({ text }) => envelopeOf(text));
    expect(answers.map(({ responseCode, code }) => [responseCode, code])).toEqual([
      [404, 'knowledge.not_found'],
      [400, 'request.invalid'],
      [404, 'request.not_found'],
    ]);
    for (const answer of answers)
      expect(answer).toMatchObject({
        success: false,
        responseData: null,
        message: expect.stringMatching(/\w/),
        requestId: expect.stringMatching(/^req_/),
      });
  });

  it('is never a page, not even for a browser that asks for one', {
    tags: ['API-01', 'ERROR-15'],
  }, async () => {
    const asked = { headers: { accept: 'text/html,application/xhtml+xml' } };
    const json = { 'content-type': 'application/json' };
    const answers = [
      await read('/api/nothing/here', asked),
      await read('/api/content/manage-app', { method: 'POST', headers: json, body: '{ "name": ' }),
      await read('/api/content/manage-app', {
        method: 'POST',
        headers: { 'content-type': 'text/html' },
        body: '<h1>App</h1>',
      }),
      await read('/api/content/apps/%E0%A4%A', asked),
    ];
    for (const { type, text, status } of answers) {
      expect(type).toContain('application/json');
      expect(envelopeOf(text)).toMatchObject({ success: false, responseCode: status });
    }
    expect(answers.map(({ status }) => status)).toEqual([404, 400, 400, 404]);
  });

  it('reveals nothing of an unexpected failure but its request id', {
    tags: ['ERROR-17', 'ERROR-18'],
  }, async () => {
    for (const path of ['/api/content/clumsy', '/api/content/clumsy/babble']) {
      const { status, text } = await read(path);
      expect(status).toBe(500);
      expect(text).not.toContain('salaries');
      expect(text).not.toContain('relation');
      expect(envelopeOf(text)).toEqual({
        success: false,
        responseCode: 500,
        responseData: null,
        code: 'server.internal',
        message: 'Something went wrong. Please try again.',
        requestId: expect.stringMatching(/^req_/),
      });
    }
    const declared = await read('/api/content/clumsy/refuse');
    expect(envelopeOf(declared.text)).toMatchObject({ responseCode: 404, code: 'run.not_found' });
  });

  it('has specific messages for the daily limit, an expired plan and access that was already granted', {
    tags: ['ERROR-18'],
  }, () => {
    const said = (code: ErrorCode) => errorCatalogue[code].message;
    expect(said('billing.daily_limit')).toBe(
      'You have exceeded your daily limit for stories. please consider upgrading your plan.',
    );
    expect(said('billing.plan_expired')).toBe('Plan expired, Please upgrade the plan.');
    expect(said('access.already_given')).toBe('You have already given access to this account.');
    const general = Object.entries(errorCatalogue).filter(
      ([, { message }]) => message === 'Something went wrong. Please try again.',
    );
    expect(general.map(([code]) => code)).toEqual(['server.internal']);
  });

  it('has a request id of its own', async () => {
    const ids = await Promise.all(
      [1, 2, 3].map(async () => envelopeOf((await read('/api/content/apps')).text).requestId),
    );
    expect(new Set(ids).size).toBe(3);
  });

  it('pages by 25 and never by more than 100', { tags: ['API-18'] }, async () => {
    const paged = endpoints.filter(({ query }) => query !== undefined && 'cursor' in query.shape);
    expect(paged.length).toBeGreaterThan(4);
    for (const endpoint of paged) {
      const limit = endpoint.query?.shape['limit'];
      const sizes = [undefined, '100', '101', '0'].map((value) => {
        const parsed = z.safeParse(limit as z.ZodType, value);
        return parsed.success ? parsed.data : 'refused';
      });
      expect(sizes, labelOf(endpoint)).toEqual([25, 100, 'refused', 'refused']);
    }
  });

  it('accepts 64 KB from everybody and 256 KB from signed-in callers, and more, up to 2 MB, only with a reason, and 25 MB only as they arrive', {
    tags: ['API-18'],
  }, async () => {
    const larger = endpoints.filter(({ largeBody }) => largeBody !== undefined);
    expect(larger.filter(({ largeBody }) => (largeBody?.why ?? '').length < 10)).toEqual([]);
    const mostOf = (isStreamed: boolean) =>
      Math.max(...endpoints.filter((each) => (each.streamedBody === true) === isStreamed).map(bodyLimitFor));
    expect([mostOf(false), mostOf(true)]).toEqual([2 * 1024 * 1024, 25 * 1024 * 1024]);
    const taken = async (path: string, bytes: number) => {
      const frame = JSON.stringify({ text: '' }).length;
      const { status, text } = await read(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ text: 'x'.repeat(bytes - frame) }),
      });
      return [status, envelopeOf(text).message];
    };
    const [open, known] = ['/api/content/query', '/api/content/manage-app'];
    expect(await taken(open, 64 * 1024)).toEqual([400, expect.stringContaining('appId')]);
    expect(await taken(open, 64 * 1024 + 1)).toEqual([
      413,
      'The request is too large: at most 64 KB can be sent here.',
    ]);
    expect(await taken(known, 256 * 1024)).toEqual([400, expect.stringContaining('name')]);
    expect(await taken(known, 256 * 1024 + 1)).toEqual([
      413,
      'The request is too large: at most 256 KB can be sent here.',
    ]);
  });

  it('accepts no more than 10,000 values at once', async () => {
    const { status, text } = await read('/api/content/query', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `[${'1,'.repeat(11_000)}1]`,
    });
    expect([status, envelopeOf(text).code]).toEqual([413, 'request.too_complex']);
  });
});

describe('the addresses of the API', () => {
  const areas = [
    ...['auth', 'tenant', 'content', 'import', 'datasource', 'agent', 'executor', 'worker', 'crew'],
    ...['orchestrator', 'query-engine', 'payment', 'monitoring', 'guardrails', 'prompts', 'evaluation'],
    'scheduler',
  ];

  it('begin with the prefix of their area, so that an area can be moved, and agents and their executor have one each', {
    tags: ['API-08', 'API-09'],
  }, () => {
    const strays = endpoints.filter(({ path }) => !areas.includes(path.split('/')[2] ?? ''));
    const addressOfAProtocol = /^\/(mcp|v1\/(chat\/completions|responses|models))(\/:|$)/;
    expect(strays.filter(({ path }) => !addressOfAProtocol.test(path)).map(labelOf)).toEqual([]);
    expect(areas).toEqual(expect.arrayContaining(['agent', 'executor']));
  });

  it('consist of words in lower case with hyphens, without repetition', { tags: ['API-10'] }, () => {
    const shape = /^(\/[a-z0-9]+(-[a-z0-9]+)*|\/:[a-z][A-Za-z]*)+$/;
    expect(endpoints.filter(({ path }) => !shape.test(path)).map(labelOf)).toEqual([]);
    const labels = endpoints.map(labelOf);
    expect(labels.length).toBe(new Set(labels).size);
  });

  it('of the calls that the requirements know only by name are these', { tags: ['API-19'] }, () => {
    const labels = endpoints.map(labelOf);
    for (const label of [
      'POST /api/auth/sign-in',
      'POST /api/auth/id-token',
      'POST /api/auth/change-password',
      'POST /api/auth/send-verify-email',
      'GET /api/tenant/tenants/:id',
      'GET /api/tenant/profile',
      'GET /api/payment/subscription',
      'POST /api/payment/cancel-subscription',
      'GET /api/content/account-completion',
    ])
      expect(labels).toContain(label);
  });

  it('of the areas that the requirements name without calls are these, and their lists answer', {
    tags: ['API-12'],
  }, async () => {
    const server = await startTestServer();
    const { client } = await server.signUp();
    const labels = endpoints.map(labelOf);
    for (const label of [
      'GET /api/guardrails/parameters',
      'GET /api/monitoring/dashboard',
      'GET /api/monitoring/runs',
      'POST /api/monitoring/apps/:id/start',
      'GET /api/monitoring/alert-rules',
      'GET /api/prompts/prompts',
      'POST /api/prompts/prompts/:promptId/versions',
      'GET /api/evaluation/performance-tests',
      'GET /api/evaluation/quality-gate',
      'GET /api/scheduler/schedules',
      'POST /api/scheduler/times',
    ])
      expect(labels).toContain(label);
    for (const path of [
      'guardrails/parameters',
      'monitoring/runs',
      'monitoring/alert-rules',
      'prompts/prompts',
      'scheduler/schedules',
    ]) {
      const response = await client.fetch(`/api/${path}`);
      expect([path, response.status]).toEqual([path, 200]);
      expect(await response.json()).toMatchObject({ success: true, responseCode: 200 });
    }
    await server.close();
  });

  it('are described with the fields of their replies for programs', {
    tags: ['API-11'],
  }, async () => {
    const server = await startTestServer();
    const description = (await (await server.visitor().fetch('/api/openapi.json')).json()) as Description;
    await server.close();
    const { schemas } = description.components;
    for (const endpoint of endpoints) {
      expect(Boolean(endpoint.reply ?? endpoint.events ?? endpoint.raw), labelOf(endpoint)).toBe(true);
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
      const described = description.paths[path]?.[endpoint.method.toLowerCase()];
      expect(described, labelOf(endpoint)).toBeDefined();
      if (!(endpoint.reply instanceof z.ZodObject)) continue;
      const content = described?.responses[endpoint.sends ? '202' : '200']?.content;
      const data = content?.['application/json']?.schema.properties?.responseData;
      const shape = data?.$ref === undefined ? data : schemas[data.$ref.split('/').at(-1) ?? ''];
      const fields = Object.keys(shape?.properties ?? {}).toSorted();
      expect(fields, labelOf(endpoint)).toEqual(Object.keys(endpoint.reply.shape).toSorted());
    }
  });
});
