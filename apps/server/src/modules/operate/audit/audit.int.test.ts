import { apps } from '@atelier/contracts/assistants/apps';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { audit } from '@atelier/contracts/operate/audit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { joinTenant, type TestMember } from '../../../../tests/member.ts';

const { endpoints } = audit;

describe('the audit log', () => {
  let server: TestServer;
  let owner: Client;
  let ownerId: string;
  let tenantId: string;
  let builder: TestMember;

  beforeAll(async () => {
    server = await startTestServer();
    const { client, user } = await server.signUp();
    owner = client;
    ({ tenantId, userId: ownerId } = user);
    builder = await joinTenant(server, { tenantId, role: 'BUILDER' });
    const { knowledgeBaseId } = await owner.call(knowledge.endpoints.create, { body: { name: 'Handbook' } });
    await builder.client.call(apps.endpoints.create, {
      body: { name: 'Help desk', knowledgeBaseIds: [knowledgeBaseId] },
    });
    const gone = await builder.client.call(apps.endpoints.create, { body: { name: 'Draft' } });
    await builder.client.call(apps.endpoints.remove, { params: { id: gone.appId } });
    await server.contextOf(tenantId).tx((tx) => tx.audit('tests.swept', 'nothing', { '=cmd()': '=1+1' }));
  });
  afterAll(() => server.close());

  const list = (query: object = {}) => owner.call(endpoints.list, { query });
  const actionsOf = async (query: object) => (await list(query)).items.map(({ action }) => action);

  it('lists who did what to which thing, when and from where, newest first', {
    tags: ['ROLE-10'],
  }, async () => {
    const { items, total } = await list();
    expect(total).toBe(items.length);
    expect(items.map(({ createdAt }) => createdAt)).toEqual(
      items
        .map(({ createdAt }) => createdAt)
        .toSorted()
        .toReversed(),
    );
    expect(items.find(({ subjectName }) => subjectName === 'Help desk')).toMatchObject({
      action: 'apps.created',
      actor: { kind: 'user', userId: builder.userId, name: 'Grace Hopper' },
      address: '127.0.0.1',
    });
    const removed = items.find(({ action }) => action === 'apps.removed');
    expect(removed?.subjectName).toBeNull();
    expect(items.find(({ action }) => action === 'tests.swept')?.actor).toEqual({
      kind: 'system',
      userId: null,
      name: 'test',
    });
  });

  it('filters by action, module, user, time and free text', async () => {
    expect(await actionsOf({ action: 'apps.created' })).toEqual(['apps.created', 'apps.created']);
    expect(new Set(await actionsOf({ action: 'apps.*' }))).toEqual(new Set(['apps.created', 'apps.removed']));
    expect(await actionsOf({ action: 'app' })).toEqual([]);
    expect(new Set(await actionsOf({ actor: ownerId }))).toContain('knowledge.created');
    expect(await actionsOf({ actor: ownerId })).not.toContain('apps.created');
    expect(await actionsOf({ actor: 'system' })).toContain('tests.swept');
    expect(await actionsOf({ search: 'handbook' })).toEqual(['knowledge.created']);
    expect(await actionsOf({ search: '%' })).toEqual([]);
    const [newest] = (await list()).items;
    expect(await actionsOf({ from: new Date(Date.now() + 60_000).toISOString() })).toEqual([]);
    expect(await actionsOf({ to: newest?.createdAt })).not.toContain('tests.swept');
    expect(await actionsOf({ to: new Date(Date.now() + 60_000).toISOString() })).toContain('tests.swept');
  });

  it('pages to the end without losing or repeating an entry', async () => {
    const all = (await list()).items.map(({ auditId }) => auditId);
    const paged: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof list>> = await list({ limit: 2, ...(cursor ? { cursor } : {}) });
      paged.push(...page.items.map(({ auditId }) => auditId));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(paged).toEqual(all);
  });

  it('offers the actions and users that occur as filters', async () => {
    const { actions, users } = await owner.call(endpoints.choices, {});
    expect(actions).toEqual(actions.toSorted());
    expect(actions).toEqual(expect.arrayContaining(['apps.created', 'apps.removed', 'knowledge.created']));
    expect(users.map(({ userId }) => userId).toSorted()).toEqual([ownerId, builder.userId].toSorted());
  });

  it('shows the email of members only, not of former members or operators', async () => {
    const { client, user, email } = await server.signUp();
    const gone = await joinTenant(server, { tenantId: user.tenantId, role: 'BUILDER' });
    await gone.client.call(apps.endpoints.create, { body: { name: 'Left behind', access: 'PRIVATE' } });
    await server.sql('delete from memberships where user_id = $1 and tenant_id = $2', [
      gone.userId,
      user.tenantId,
    ]);
    const { users } = await client.call(endpoints.choices, {});
    expect(Object.fromEntries(users.map((listed) => [listed.userId, listed.email]))).toEqual({
      [user.userId]: email,
      [gone.userId]: null,
    });
  });

  it('exports the filtered entries as CSV without formulas, and as lines of JSON', async () => {
    const csv = await owner.fetch(`${endpoints.export.path}?action=tests.*`);
    expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="audit-log-[\d-]+\.csv"$/);
    const [head, line, rest] = (await csv.text()).split('\r\n');
    expect(head).toContain('"time","action","actor"');
    expect(line).toContain('"tests.swept","test","system"');
    expect(rest).toBe('');
    const jsonl = await owner.fetch(`${endpoints.export.path}?format=jsonl&search=Handbook`);
    const lines = (await jsonl.text()).trimEnd().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ action: 'knowledge.created' });
    expect(await actionsOf({ action: 'audit.exported' })).toHaveLength(2);
  });

  it('exports more than one batch completely', async () => {
    const other = await server.signUp();
    await server.sql(
      `insert into audit_log (tenant_id, id, action, subject_id, actor, request_id, created_at)
       select $1, 'aud_' || n, 'tests.counted', n::text, '{"kind":"system","name":"test"}', 'req', now() - n * interval '1 second'
       from generate_series(1, 1203) n`,
      [other.user.tenantId],
    );
    const file = await other.client.fetch(`${endpoints.export.path}?format=jsonl&action=tests.counted`);
    const lines = (await file.text()).trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { subjectId: string }).subjectId)).toEqual(
      Array.from({ length: 1203 }, (_, at) => String(at + 1)),
    );
  });

  it('is closed to builders, operators and users, and shows other tenants nothing', {
    tags: ['ROLE-15'],
  }, async () => {
    for (const role of ['BUILDER', 'OPERATOR', 'USER'] as const) {
      const { client } = await joinTenant(server, { tenantId, role });
      for (const endpoint of Object.values(endpoints))
        expect((await client.fetch(endpoint.path)).status, `${role} ${endpoint.path}`).toBe(403);
    }
    const stranger = (await server.signUp('Alan Turing')).client;
    const seen = await stranger.call(endpoints.list, { query: { search: 'Handbook' } });
    expect(seen.items).toEqual([]);
    expect((await stranger.call(endpoints.choices, {})).actions).not.toContain('apps.created');
  });
});
