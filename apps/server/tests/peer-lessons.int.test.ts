import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { contracts } from '@atelier/contracts';
import { auth } from '@atelier/contracts/account/identity/auth';
import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import type { Endpoint } from '@atelier/contracts/kernel/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './client.ts';
import { eventually, startTestServer, type TestServer } from './harness.ts';

/** Attacks that succeeded against similar products. The numbers are those of research/peers.md. */
describe('attacks known from similar products', () => {
  let server: TestServer;
  let owner: Client;
  let knowledgeBaseId: string;
  let appId: string;

  beforeAll(async () => {
    server = await startTestServer();
    owner = (await server.signUp()).client;
    knowledgeBaseId = (await owner.call(knowledge.endpoints.create, { body: { name: 'Base' } }))
      .knowledgeBaseId;
    appId = (
      await owner.call(apps.endpoints.create, {
        body: { name: 'App', access: 'PUBLIC', knowledgeBaseIds: [knowledgeBaseId] },
      })
    ).appId;
  });
  afterAll(() => server.close());

  const upload = (
    client: Client,
    files: { name: string; content: string; type?: string }[],
    fields: Record<string, string> = { knowledgeBaseId },
  ) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    for (const file of files)
      form.append('file', new Blob([file.content], file.type ? { type: file.type } : {}), file.name);
    return client.fetch('/api/import/import-file', { method: 'POST', body: form });
  };
  const post = (client: Client, path: string, body: unknown, headers: Record<string, string> = {}) =>
    client.fetch(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
  const filesOnDisk = async (): Promise<string[]> =>
    (await readdir(server.dataFolder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));

  it('1: find open to strangers exactly what the list says', () => {
    const open = Object.values(contracts).flatMap((contract) =>
      (Object.values(contract.endpoints) as Endpoint[])
        .filter(({ access }) => 'public' in access)
        .map(({ method, path }) => `${method} ${path}`),
    );
    expect(open.sort()).toEqual([
      'DELETE /api/content/chat/sessions/:conversationId',
      'DELETE /api/orchestrator/webhooks/:flowId',
      'DELETE /api/orchestrator/webhooks/:flowId/sync',
      'GET /api/agent/package-details',
      'GET /api/auth/operator',
      'GET /api/auth/outbox',
      'GET /api/auth/providers',
      'GET /api/auth/session',
      'GET /api/auth/sign-up-terms',
      'GET /api/content/chat/answer',
      'GET /api/content/chat/sessions',
      'GET /api/content/chat/sessions/:conversationId',
      'GET /api/content/chat/source',
      'GET /api/content/chat/source/file',
      'GET /api/content/chatbot/:id',
      'GET /api/content/chatbot/:id/images/:imageId',
      'GET /api/content/query-session',
      'GET /api/crew/mcp-client',
      'GET /api/orchestrator/approvals/:token',
      'GET /api/orchestrator/pieces/:name',
      'GET /api/orchestrator/resume/:token',
      'GET /api/orchestrator/webhooks/:flowId',
      'GET /api/orchestrator/webhooks/:flowId/sync',
      'GET /api/tenant/invitation/:id',
      'GET /api/tenant/user-sign-in/:id',
      'GET /api/worker/agent/:id',
      'GET /api/worker/offline-agents',
      'GET /api/worker/record-logs/:id',
      'GET /api/worker/record/:id',
      'GET /api/worker/record/:id/files/:fileId',
      'PATCH /api/orchestrator/webhooks/:flowId',
      'PATCH /api/orchestrator/webhooks/:flowId/sync',
      'POST /api/auth/forgot-password',
      'POST /api/auth/id-token',
      'POST /api/auth/openid/callback',
      'POST /api/auth/openid/start',
      'POST /api/auth/operator',
      'POST /api/auth/passkeys/sign-in',
      'POST /api/auth/passkeys/sign-in-options',
      'POST /api/auth/reset-password',
      'POST /api/auth/second-factor',
      'POST /api/auth/sign-in',
      'POST /api/auth/sign-out',
      'POST /api/auth/sign-up',
      'POST /api/auth/verify-email',
      'POST /api/auth/waitlist',
      'POST /api/auth/waitlist/invite',
      'POST /api/content/chat-user',
      'POST /api/content/chat/file',
      'POST /api/content/chat/stop',
      'POST /api/content/query',
      'POST /api/import/hooks/:token',
      'POST /api/orchestrator/approvals/:token',
      'POST /api/orchestrator/auth-token',
      'POST /api/orchestrator/resume/:token',
      'POST /api/orchestrator/webhooks/:flowId',
      'POST /api/orchestrator/webhooks/:flowId/sync',
      'POST /api/payment/stripe-webhook',
      'POST /api/tenant/forgot-user-password',
      'POST /api/tenant/invitation-verification',
      'POST /api/tenant/invitation/:id/accept',
      'POST /api/tenant/reset-user-password',
      'POST /api/tenant/sign-in-user',
      'POST /api/tenant/sign-up-user',
      'POST /api/tenant/user-provider/callback',
      'POST /api/tenant/user-provider/start',
      'POST /api/tenant/verify-user',
      'POST /api/worker/agent-trigger',
      'POST /api/worker/trigger-worker',
      'POST /api/worker/upload',
      'POST /api/worker/webhooks/:token',
      'PUT /api/content/chat/sessions/:conversationId',
      'PUT /api/content/feedback',
      'PUT /api/content/like-dislike-query',
      'PUT /api/orchestrator/webhooks/:flowId',
      'PUT /api/orchestrator/webhooks/:flowId/sync',
    ]);
  });

  it('3: run no text that looks like code', async () => {
    const payload =
      '{{constructor.constructor("return process.exit(1)")()}} ${process.exit(1)} ({}).constructor.constructor("x")()';
    const app = await owner.call(apps.endpoints.create, {
      body: {
        name: 'Payload',
        access: 'PUBLIC',
        instructions: payload,
        welcomeMessage: payload,
      },
    });
    expect(app).toMatchObject({ instructions: payload, welcomeMessage: payload });
    const { body } = await server
      .visitor()
      .send(chat.endpoints.query, { body: { appId: app.appId, query: payload } });
    expect(body.success).toBe(true);
  });

  it.each([
    '../../etc/passwd',
    '..%2f..%2fetc%2fpasswd',
    '/etc/passwd',
    '....//....//secret',
    'a\u0000.txt',
    '..\\..\\windows.ini',
    '‮txt.exe',
    `${'x'.repeat(600)}.txt`,
  ])('8, 9: stores a file called %j under an opaque key and reads none by name', async (name) => {
    const before = await filesOnDisk();
    const { responseData } = (await (
      await upload(owner, [{ name, content: `content of ${name.length}` }])
    ).json()) as { responseData: { imports: { knowledgeBaseImportId: string; name: string }[] } };
    const [row] = responseData.imports;
    for (const sign of ['/', '\\', '\0']) expect(row?.name).not.toContain(sign);
    const added = (await filesOnDisk()).filter((path) => !before.includes(path));
    expect(added.filter((path) => !/[/\\](obj_)?[0-9a-z_]+$/.test(path))).toEqual([]);
    const download = await owner.fetch(`/api/import/v2/download/${row?.knowledgeBaseImportId}`);
    expect(download.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(download.headers.get('x-content-type-options')).toBe('nosniff');
    for (const path of [
      `/api/import/v2/download/${encodeURIComponent(name)}`,
      `/api/import/v2/download/..%2f..%2f${added[0]}`,
    ]) {
      expect((await owner.fetch(path)).status, path).toBe(404);
    }
  });

  it('10: pass no file except through the multipart parser, not even as JSON that imitates one', async () => {
    const imitation = {
      knowledgeBaseId,
      file: { path: '/etc/passwd', filepath: '/etc/passwd', originalname: 'x.txt', mimetype: 'text/plain' },
      files: [{ path: '/etc/passwd' }],
    };
    const response = await post(owner, '/api/import/import-file', imitation);
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      400,
      'request.media_type',
    ]);
  });

  it('14: choose no tenant', async () => {
    const stranger = await server.signUp('Grace Hopper');
    for (const [path, init] of [
      [`/api/content/knowledge-base/${knowledgeBaseId}?tenantId=${stranger.user.tenantId}`, {}],
      ['/api/content/apps', { headers: { 'x-tenant-id': 'ten_x' } }],
    ] as const) {
      const response = await stranger.client.fetch(path, init);
      expect(JSON.stringify(await response.json()), path).not.toContain(knowledgeBaseId);
    }
    expect(
      (await post(owner, '/api/content/manage-app', { name: 'X', tenantId: stranger.user.tenantId })).status,
    ).not.toBe(500);
  });

  it('17: get no CORS permission, and need the forgery token in a browser', async () => {
    const evil = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const response = await post(owner, '/api/content/knowledge-base', { name: 'Forged' }, evil);
    expect(response.status).toBe(403);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    const preflight = await owner.fetch('/api/content/knowledge-base', {
      method: 'OPTIONS',
      headers: { ...evil, 'access-control-request-method': 'POST' },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
    const withoutToken = await post(
      owner,
      '/api/content/knowledge-base',
      { name: 'Forged' },
      { 'x-csrf-token': 'guessed' },
    );
    expect([withoutToken.status, ((await withoutToken.json()) as { code: string }).code]).toEqual([
      403,
      'request.csrf',
    ]);
  });

  it('19: run no inline script, because every answer has a policy against it', async () => {
    for (const path of ['/', `/chat/${appId}`, '/api/docs', '/api/health']) {
      const policy = (await server.visitor().fetch(path)).headers.get('content-security-policy') ?? '';
      expect(policy, path).toContain("script-src 'self'");
      expect(policy, path).not.toMatch(/script-src[^;]*unsafe/);
      expect(policy, path).toContain("frame-ancestors 'none'");
    }
  });

  it('21: keep no live stream open when its session ends', async () => {
    const { client } = await server.signUp('Katherine Johnson');
    const base = await client.call(knowledge.endpoints.create, { body: { name: 'Live' } });
    const response = await client.fetch(`/api/import/events?knowledgeBaseId=${base.knowledgeBaseId}`);
    const reader = response.body?.getReader();
    await reader?.read();
    await client.call(auth.endpoints.signOut, {});
    const ended = (async () => {
      for (;;) if ((await reader?.read())?.done) return true;
    })();
    expect(
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 25_000, 'still open'))]),
    ).toBe(true);
  }, 40_000);

  it('28: learn of an app only what the list says', async () => {
    const { appId: id } = await owner.call(apps.endpoints.create, {
      body: { name: 'Nothing to hide', access: 'PUBLIC' },
    });
    const bot = await server.visitor().call(chat.endpoints.chatbot, { params: { id } });
    expect(Object.keys(bot).sort()).toEqual([
      'appId',
      'botIcon',
      'botLogo',
      'botName',
      'extractive',
      'files',
      'name',
      'remembers',
      'sampleQuestions',
      'signedInAs',
      'themeName',
      'userInfo',
      'welcomeMessage',
    ]);
    const health = (await (await server.visitor().fetch('/api/health')).json()) as { responseData: object };
    expect(Object.keys(health.responseData).sort()).toEqual(['status', 'version']);
  });

  it('leave no row and no file of an upload that was refused or aborted', async () => {
    const rows = () =>
      server.sql<{ rows: number }>(
        'select (select count(*) from files)::int + (select count(*) from knowledge_imports)::int as rows',
      );
    const before = { rows: await rows(), files: await filesOnDisk() };
    expect(
      (await upload(owner, [{ name: 'a.txt', content: 'x' }], { knowledgeBaseId: 'kb_missing' })).status,
    ).toBe(404);
    expect((await upload(owner, [{ name: 'a.txt', content: 'x' }], {})).status).toBe(400);
    expect((await upload(owner, [], { knowledgeBaseId })).status).toBe(400);
    expect((await upload(server.visitor(), [{ name: 'a.txt', content: 'x' }])).status).toBe(401);
    await eventually(async () => (await filesOnDisk()).length === before.files.length);
    expect(await rows()).toEqual(before.rows);
  });
});
