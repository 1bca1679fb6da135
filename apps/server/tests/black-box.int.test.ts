import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from './client.ts';
import { eventually, startTestServer, type TestServer } from './harness.ts';

/** Calls every endpoint of the black-box contract for account, knowledge, apps and chat, as the contract writes them, without our types. */
interface Reply {
  status: number;
  data: Record<string, unknown>;
  envelope: Record<string, unknown>;
}

const policy = `# Leave policy

Employees get 25 days of paid leave per year. Unused leave expires on 31 March.

# Travel

Trains are booked in second class. Flights need approval by the manager.
`;

describe('the product driven from outside', () => {
  let server: TestServer;
  let session: Client;
  let program: Client;
  let visitor: Client;
  let knowledgeBaseId: string;
  let importId: string;
  let appId: string;
  const email = 'ada@example.com';
  const password = 'Correct-Horse-7';

  beforeAll(async () => {
    server = await startTestServer();
    session = server.visitor();
    visitor = server.visitor();
  });
  afterAll(() => server.close());

  const send = async (client: Client, method: string, path: string, body?: unknown): Promise<Reply> => {
    const response = await client.fetch(path, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const envelope = (await response.json()) as Record<string, unknown>;
    return {
      status: response.status,
      data: (envelope['responseData'] ?? {}) as Record<string, unknown>,
      envelope,
    };
  };
  const upload = async (files: [name: string, content: string][], base = knowledgeBaseId): Promise<Reply> => {
    const form = new FormData();
    form.append('knowledgeBaseId', base);
    for (const [name, content] of files) form.append('file', new Blob([content]), name);
    const response = await program.fetch('/api/import/import-file', { method: 'POST', body: form });
    const envelope = (await response.json()) as Record<string, unknown>;
    return {
      status: response.status,
      data: (envelope['responseData'] ?? {}) as Record<string, unknown>,
      envelope,
    };
  };
  const imports = async (ids: string[]) =>
    (await send(program, 'GET', `/api/import/v2/import?kbImportIds=${ids.join(',')}`)).data[
      'imports'
    ] as Record<string, unknown>[];
  const settled = (ids: string[]) =>
    eventually(async () => {
      const rows = await imports(ids);
      return rows.every((row) => !String(row['status']).startsWith('IN-')) && rows;
    });

  it('is ready, and describes itself', async () => {
    expect((await send(visitor, 'GET', '/api/ready')).status).toBe(200);
    expect((await send(visitor, 'GET', '/api/health')).envelope).toMatchObject({
      success: true,
      responseCode: 200,
    });
    const description = (await (await visitor.fetch('/api/openapi.json')).json()) as {
      paths: Record<string, unknown>;
    };
    expect(Object.keys(description.paths)).toContain('/api/content/manage-app');
    expect((await visitor.fetch('/api/docs')).headers.get('content-type')).toContain('text/html');
  });

  it('signs up, keeps the verification mail in the outbox, signs out and in', async () => {
    const signedUp = await send(session, 'POST', '/api/auth/sign-up', {
      name: 'Ada Lovelace',
      email,
      password,
      companyName: 'Engines',
    });
    expect(signedUp.data['user']).toMatchObject({
      role: 'OWNER',
      userId: expect.any(String),
      tenantId: expect.any(String),
    });
    await eventually(async () => {
      const { data } = await send(visitor, 'GET', '/api/auth/outbox');
      return JSON.stringify(data).includes(email);
    });
    expect((await send(session, 'POST', '/api/auth/sign-out')).status).toBe(200);
    expect((await send(session, 'GET', '/api/content/apps')).status).toBe(401);
    expect(
      (await send(session, 'POST', '/api/auth/sign-in', { email, password })).data['user'],
    ).toMatchObject({ role: 'OWNER' });
  });

  it('shows an API key once', async () => {
    const first = await send(session, 'GET', '/api/content/get-api-key');
    expect(first.data['apiKey']).toEqual(expect.any(String));
    expect((await send(session, 'GET', '/api/content/get-api-key')).data['apiKey']).toBeNull();
    const second = await send(session, 'POST', '/api/content/api/regenerate-api-key', {});
    program = new Client(server.origin, String(second.data['apiKey']));
    expect(
      (await send(new Client(server.origin, String(first.data['apiKey'])), 'GET', '/api/content/apps'))
        .status,
    ).toBe(401);
    expect((await send(program, 'GET', '/api/content/apps')).status).toBe(200);
  });

  it('creates a knowledge base and refuses its name a second time', async () => {
    const made = await send(program, 'POST', '/api/content/knowledge-base', {
      name: 'Handbook',
      retrieval: { topK: 5 },
    });
    knowledgeBaseId = String(made.data['knowledgeBaseId']);
    expect(knowledgeBaseId).toMatch(/^kb_/);
    expect(
      (await send(program, 'POST', '/api/content/knowledge-base', { name: 'handbook' })).envelope,
    ).toMatchObject({ success: false, responseCode: 409, code: 'knowledge.name_taken' });
  });

  it('imports files, reports their state, and lets only a broken one fail, with its cause', async () => {
    const reply = await upload([
      ['policy.md', policy],
      ['broken.pdf', '%PDF-1.7\n%broken'],
      ['rates.csv', 'city,rate\nParis,120\nRome,95\n'],
    ]);
    expect(reply.status).toBe(200);
    const rows = reply.data['imports'] as { knowledgeBaseImportId: string; name: string; status: string }[];
    expect(rows.map((row) => row.name)).toEqual(['policy.md', 'broken.pdf', 'rates.csv']);
    importId = rows[0]?.knowledgeBaseImportId ?? '';
    const [good, bad, table] = await settled(rows.map((row) => row.knowledgeBaseImportId));
    expect(good).toMatchObject({
      type: 'FILE',
      status: 'COMPLETED',
      progress: 1,
      chunkCount: expect.any(Number),
    });
    expect(bad).toMatchObject({
      status: 'ERRORED',
      error: { code: expect.any(String), message: expect.any(String) },
    });
    expect(table).toMatchObject({ status: 'COMPLETED' });
  });

  it('finds chunks with their position', async () => {
    const { data } = await send(program, 'POST', '/api/query-engine/retrieval-test', {
      knowledgeBaseId,
      query: 'How many days of paid leave?',
    });
    const [best] = data['results'] as Record<string, unknown>[];
    expect(best).toMatchObject({
      text: expect.stringContaining('25 days'),
      score: expect.any(Number),
      document: { knowledgeBaseImportId: importId, name: 'policy.md', heading: 'Leave policy' },
    });
    expect(data['timings']).toMatchObject({ totalMs: expect.any(Number) });
  });

  it('creates a public app that answers without a key, with citations', async () => {
    const made = await send(program, 'POST', '/api/content/manage-app', {
      name: 'HR',
      access: 'PUBLIC',
      orchestration: 'BASIC',
      knowledgeBaseIds: [knowledgeBaseId],
    });
    expect(made.data).toMatchObject({ appId: expect.any(String), state: 'READY' });
    appId = String(made.data['appId']);
    const { data } = await send(visitor, 'POST', '/api/content/query', {
      appId,
      query: 'How many days of paid leave do I get?',
    });
    expect(data).toMatchObject({
      queryId: expect.any(String),
      conversationId: expect.any(String),
      answer: expect.stringContaining('25 days'),
      usage: { inputTokens: expect.any(Number), outputTokens: expect.any(Number), credits: 0 },
    });
    expect(data['citations']).toMatchObject([
      {
        index: 1,
        chunkId: expect.any(String),
        documentName: 'policy.md',
        quote: 'Employees get 25 days of paid leave per year.',
      },
    ]);
  });

  it('streams the answer and continues the conversation', async () => {
    const chatUserId = 'a-browser-of-one-visitor';
    const ask = async (body: object) =>
      (
        await visitor.fetch('/api/content/query', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ appId, chatUserId, stream: true, ...body }),
        })
      ).text();
    const events = await ask({ query: 'Which class are trains booked in?' });
    expect(events).toMatch(/event: citation\ndata: .*policy\.md/);
    expect(events).toMatch(/event: token\ndata: .*second class/);
    const [, conversationId] = /event: done\ndata: .*"conversationId":"([^"]+)"/.exec(events) ?? [];
    expect(await ask({ query: 'And flights?', conversationId })).toMatch(/event: token\ndata: .*approval/);
    const stranger = await send(visitor, 'POST', '/api/content/query', {
      appId,
      query: 'And flights?',
      conversationId,
      chatUserId: 'somebody-else-entirely',
    });
    expect(stranger.envelope).toMatchObject({ code: 'chat.conversation_not_found' });
  });

  it("answers in OpenAI's format", async () => {
    const response = await program.fetch('/v1/chat/completions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        model: `app:${appId}`,
        messages: [{ role: 'user', content: 'When does unused leave expire?' }],
      }),
    });
    expect(await response.json()).toMatchObject({
      object: 'chat.completion',
      choices: [
        {
          message: { role: 'assistant', content: expect.stringContaining('31 March') },
          finish_reason: 'stop',
        },
      ],
      usage: { total_tokens: expect.any(Number) },
    });
  });

  it('answers bad input with a code and a sentence, never with a 500', async () => {
    const bad: [Client, string, string, unknown, number][] = [
      [program, 'POST', '/api/content/knowledge-base', {}, 400],
      [program, 'POST', '/api/content/knowledge-base', { name: '  ' }, 400],
      [
        program,
        'POST',
        '/api/query-engine/retrieval-test',
        { knowledgeBaseId: 'kb_missing', query: 'x' },
        404,
      ],
      [program, 'POST', '/api/query-engine/retrieval-test', { knowledgeBaseId, query: 'x', topK: -1 }, 400],
      [program, 'POST', '/api/content/manage-app', { name: 'Other', knowledgeBaseIds: ['kb_missing'] }, 400],
      [program, 'GET', `/api/content/apps?tenantId=ten_of_somebody_else`, undefined, 403],
      [visitor, 'POST', '/api/content/query', { appId: 'app_missing', query: 'x' }, 404],
      [visitor, 'POST', '/api/content/query', { appId, query: '' }, 400],
      [visitor, 'POST', '/api/auth/sign-in', { email, password: 'wrong' }, 401],
      [visitor, 'GET', '/api/no/such/thing', undefined, 404],
    ];
    for (const [client, method, path, body, status] of bad) {
      const { envelope, status: got } = await send(client, method, path, body);
      expect(got, `${method} ${path}`).toBe(status);
      expect(envelope).toMatchObject({
        success: false,
        responseCode: status,
        code: expect.stringMatching(/^[a-z]+\.[a-z_]+$/),
        message: expect.any(String),
        requestId: expect.any(String),
      });
      expect(JSON.stringify(envelope)).not.toMatch(/at .*\.ts:\d+|node_modules/);
    }
    const broken = await program.fetch('/api/content/knowledge-base', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":',
    });
    expect([broken.status, (await broken.json()) as object]).toMatchObject([
      400,
      { code: 'request.unreadable' },
    ]);
  });

  it('deletes a knowledge base with everything in it', async () => {
    expect(
      (await send(program, 'DELETE', `/api/content/knowledge-base/${knowledgeBaseId}`)).envelope,
    ).toMatchObject({ code: 'knowledge.in_use' });
    expect(
      (await send(program, 'DELETE', `/api/content/knowledge-base/${knowledgeBaseId}?force=true`)).status,
    ).toBe(200);
    for (const table of [
      'chunks',
      'index_segments',
      'document_sections',
      'knowledge_imports',
      'files',
      'index_versions',
    ]) {
      expect(await server.sql(`select count(*)::int as rows from ${table}`), table).toEqual([{ rows: 0 }]);
    }
    expect(await server.sql('select id from runs where finished_at is null')).toEqual([]);
    expect(await imports([importId])).toEqual([]);
  });
});
