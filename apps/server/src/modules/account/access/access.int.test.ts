import { access } from '@atelier/contracts/account/access';
import { auth } from '@atelier/contracts/account/identity/auth';
import { people } from '@atelier/contracts/account/people/people';
import { apps } from '@atelier/contracts/assistants/apps';
import { flows } from '@atelier/contracts/assistants/flows/flows';
import { baseRemoval } from '@atelier/contracts/content/documents/base-removal';
import type { Role } from '@atelier/contracts/kernel/permissions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { joinApp } from '../../../../tests/app-user.ts';
import type { Client } from '../../../../tests/client.ts';
import { auditTrail, eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { newKnowledgeBase } from '../../../../tests/knowledge.ts';
import { joinTenant, type TestMember } from '../../../../tests/member.ts';

const { endpoints } = access;

describe('access to apps and knowledge bases', () => {
  let server: TestServer;
  let owner: Client;
  let tenantId: string;

  beforeAll(async () => {
    server = await startTestServer();
    const signedUp = await server.signUp();
    owner = signedUp.client;
    tenantId = signedUp.user.tenantId;
  });
  afterAll(() => server.close());

  const join = (role: Role, name?: string): Promise<TestMember> =>
    joinTenant(server, { tenantId, role, ...(name ? { name } : {}) });
  const newApp = async (level: 'PUBLIC' | 'PRIVATE' = 'PRIVATE'): Promise<string> => {
    const body = { name: `App ${crypto.randomUUID()}`, access: level };
    return (await owner.call(apps.endpoints.create, { body })).appId;
  };
  const give = (client: Client, body: { entityId: string; email: string; role?: 'OPERATOR' | 'USER' }) =>
    client.send(endpoints.give, { body });
  const list = (entityId: string, query: object = {}) =>
    owner.call(endpoints.list, { params: { entityId }, query });
  const sees = async ({ client }: TestMember, appId: string): Promise<boolean> =>
    (await client.send(apps.endpoints.get, { params: { id: appId } })).status === 200;

  it('grants an operator one app, which they see until the grant is removed', {
    tags: ['ACCESS-07', 'ACCESS-09', 'ACCESS-11'],
  }, async () => {
    const [appId, other] = [await newApp(), await newApp()];
    const operator = await join('OPERATOR');
    expect(await sees(operator, appId)).toBe(false);
    const given = await give(owner, { entityId: appId, email: operator.email.toUpperCase() });
    expect(given.body.responseData).toEqual({ status: 'GRANTED', userId: operator.userId });
    expect([await sees(operator, appId), await sees(operator, other)]).toEqual([true, false]);
    const taken = { params: { entityId: appId }, query: { userId: operator.userId } };
    await owner.call(endpoints.remove, taken);
    expect(await sees(operator, appId)).toBe(false);
    const removed = `select details from audit_log where action = 'access.removed' and subject_id = $1`;
    expect(await server.sql(removed, [appId])).toEqual([
      { details: { userId: operator.userId, member: 'Grace Hopper' } },
    ]);
    const again = await owner.send(endpoints.remove, taken);
    expect([again.status, again.body.code]).toEqual([404, 'access.not_given']);
  });

  it('refuses a second grant, and one to a member whose role sees the entity anyway', {
    tags: ['ACCESS-06'],
  }, async () => {
    const appId = await newApp('PUBLIC');
    const operator = await join('OPERATOR');
    const refused = [409, 'access.already_given', 'You have already given access to this account.'];
    expect((await give(owner, { entityId: appId, email: operator.email })).status).toBe(200);
    for (const member of [operator, await join('USER'), await join('BUILDER')]) {
      const { status, body } = await give(owner, { entityId: appId, email: member.email });
      expect([status, body.code, body.message]).toEqual(refused);
    }
    const { items } = await list(appId, { by: 'GRANT' });
    expect(items.map(({ userId }) => userId)).toEqual([operator.userId]);
  });

  it('lists the members with a grant and who gave it, and marks those who see the entity by role', {
    tags: ['ACCESS-08'],
  }, async () => {
    const mine = await server.signUp('Katherine Johnson');
    const own = { tenantId: mine.user.tenantId };
    const operator = await joinTenant(server, { ...own, role: 'OPERATOR', name: 'Bob Operator' });
    const user = await joinTenant(server, { ...own, role: 'USER', name: 'Uma User' });
    await joinTenant(server, { ...own, role: 'OPERATOR', name: 'Cleo Elsewhere' });
    const knowledgeBaseId = await newKnowledgeBase(mine.client);
    const { appId } = await mine.client.call(apps.endpoints.create, { body: { name: 'Help desk' } });
    for (const entityId of [appId, knowledgeBaseId])
      expect((await give(mine.client, { entityId, email: operator.email })).status).toBe(200);
    const listed = async (entityId: string, query: object = {}) => {
      const page = await mine.client.call(endpoints.list, { params: { entityId }, query });
      return page.items.map(({ name, role, by, grantedBy, abilities }) =>
        [name, role, by, grantedBy, abilities['canRemove']].join(' '),
      );
    };
    const bob = 'Bob Operator OPERATOR GRANT Katherine Johnson true';
    const katherine = 'Katherine Johnson OWNER ROLE  false';
    expect(await listed(appId)).toEqual([bob, katherine]);
    expect(await listed(knowledgeBaseId)).toEqual([bob, katherine, 'Uma User USER ROLE  false']);
    expect(await listed(knowledgeBaseId, { search: user.email })).toEqual(['Uma User USER ROLE  false']);
    expect(await listed(knowledgeBaseId, { by: 'GRANT' })).toEqual([bob]);
    const first = await mine.client.call(endpoints.list, {
      params: { entityId: knowledgeBaseId },
      query: { limit: 2 },
    });
    expect([first.items.length, first.total]).toEqual([2, 3]);
    expect(await listed(knowledgeBaseId, { limit: 2, cursor: first.nextCursor ?? '' })).toEqual([
      'Uma User USER ROLE  false',
    ]);
  });

  it('replaces all grants at once, and skips members who see the entity by role', {
    tags: ['ACCESS-10'],
  }, async () => {
    const appId = await newApp();
    const [first, second, builder] = [await join('OPERATOR'), await join('USER'), await join('BUILDER')];
    const set = (userIds: string[]) =>
      owner.send(endpoints.update, { params: { entityId: appId }, body: { userIds } });
    await set([first.userId]);
    const { body } = await set([second.userId, builder.userId]);
    expect(body.responseData).toEqual({ given: 1, removed: 1 });
    expect(await auditTrail(server, appId)).toEqual(
      expect.arrayContaining(['access.given', 'access.removed', 'access.updated']),
    );
    expect([await sees(first, appId), await sees(second, appId)]).toEqual([false, true]);
    const stranger = await server.signUp('Alan Turing');
    const refused = await set([first.userId, stranger.user.userId]);
    expect([refused.status, refused.body.code]).toEqual([404, 'access.member_not_found']);
    expect([await sees(first, appId), await sees(second, appId)]).toEqual([false, true]);
  });

  it('invites an address that is no member, as User by default, with the grant attached', {
    tags: ['ACCESS-09', 'ROLE-05'],
  }, async () => {
    const [appId, next] = [await newApp(), await newApp()];
    const gone = await newApp();
    const email = `${crypto.randomUUID()}@example.com`;
    const invited = await give(owner, { entityId: appId, email });
    expect(invited.body.responseData).toEqual({ status: 'INVITED', userId: null });
    for (const entityId of [next, gone]) expect((await give(owner, { entityId, email })).status).toBe(200);
    expect((await give(owner, { entityId: appId, email })).body.code).toBe('access.already_given');
    expect((await list(appId)).invited).toMatchObject([{ email, role: 'USER' }]);
    await owner.call(apps.endpoints.remove, { params: { id: gone } });
    const token = await eventually(async () => {
      const { mails } = await server.visitor().call(auth.endpoints.outbox, {});
      return /token=([\w-]+)/.exec(mails.find(({ to }) => to === email)?.text ?? '')?.[1];
    });
    const client = server.visitor();
    const { user } = await client.call(people.endpoints.acceptInvitation, {
      params: { id: token },
      body: { name: 'Mary Jackson', password: 'Correct-Horse-7' },
    });
    expect([user.tenantId, user.role]).toEqual([tenantId, 'USER']);
    const shown = await eventually(async () => {
      const { items } = await client.call(apps.endpoints.list, {});
      const given = items.map((app) => app.appId).filter((id) => [appId, next, gone].includes(id));
      return given.length === 2 && given;
    });
    expect(shown.toSorted()).toEqual([appId, next].toSorted());
    expect((await list(appId)).invited).toEqual([]);
    expect(await auditTrail(server, appId)).toEqual(
      expect.arrayContaining(['access.given', 'access.invited']),
    );
  });

  it('is given to nobody whose role could not open the thing', async () => {
    const { flowId } = await owner.call(flows.endpoints.create, { body: { displayName: 'Nightly' } });
    const [user, operator] = [await join('USER'), await join('OPERATOR')];
    const refused = async (body: { entityId: string; email: string; role?: 'OPERATOR' | 'USER' }) =>
      (await give(owner, body)).body.code ?? 'given';
    expect(await refused({ entityId: flowId, email: user.email })).toBe('access.role_cannot_open');
    expect(await refused({ entityId: flowId, email: operator.email })).toBe('given');
    const email = `${crypto.randomUUID()}@example.com`;
    expect(await refused({ entityId: flowId, email, role: 'USER' })).toBe('access.role_cannot_open');
    expect(await refused({ entityId: flowId, email, role: 'OPERATOR' })).toBe('given');
  });

  it('is given to app users for apps alone, with the day on which it ends', async () => {
    const [appId, knowledgeBaseId] = [await newApp(), await newKnowledgeBase(owner)];
    const email = `${crypto.randomUUID()}@example.com`;
    const endsAt = new Date(Date.now() + 86_400_000).toISOString();
    const invite = (entityId: string, more: object = {}) =>
      owner.send(endpoints.give, { body: { entityId, email, as: 'APP_USER', ...more } });
    expect((await invite(knowledgeBaseId)).body.code).toBe('access.app_users_need_app');
    const invited = await invite(appId, { endsAt });
    expect(invited.body.responseData).toEqual({ status: 'INVITED', userId: null });
    const rows = await server.sql<{ ends_at: Date | null }>(
      'select ends_at from app_access where email = $1',
      [email],
    );
    expect(rows.map(({ ends_at }) => ends_at?.toISOString())).toEqual([endsAt]);
    const { email: known } = await joinApp(server, { owner, appId });
    expect((await invite(appId, { email: known })).body.code).toBe('access.already_given');
  });

  it('lets a builder share with members, and leaves inviting to owners and admins', {
    tags: ['ROLE-15'],
  }, async () => {
    const appId = await newApp();
    const builder = await join('BUILDER');
    const operator = await join('OPERATOR');
    expect((await give(builder.client, { entityId: appId, email: operator.email })).status).toBe(200);
    const email = 'nobody-yet@example.com';
    const refused = await give(builder.client, { entityId: appId, email });
    expect([refused.status, refused.body.code]).toEqual([403, 'access.invitation_forbidden']);
    for (const role of ['OPERATOR', 'USER'] as const) {
      const { client } = await join(role);
      const { status, body } = await give(client, { entityId: appId, email });
      expect([status, body.code]).toEqual([403, 'auth.forbidden']);
      expect((await client.send(endpoints.list, { params: { entityId: appId } })).status).toBe(403);
    }
  });

  it('finds no entity of another tenant, and none that does not exist', {
    tags: ['ACCESS-07'],
  }, async () => {
    const appId = await newApp();
    const operator = await join('OPERATOR');
    const stranger = await server.signUp('Alan Turing');
    for (const entityId of [appId, 'app_missing', 'nothing', operator.userId]) {
      const { status, body } = await give(stranger.client, { entityId, email: operator.email });
      expect([status, body.code]).toEqual([404, 'access.entity_not_found']);
    }
    expect((await list(appId, { by: 'GRANT' })).items).toEqual([]);
  });

  it('removes a grant together with its member or its entity', async () => {
    const grantsOf = (entityId: string) =>
      server.sql('select user_id from access_grants where entity_id = $1', [entityId]);
    const [appId, knowledgeBaseId] = [await newApp(), await newKnowledgeBase(owner)];
    const [first, second] = [await join('OPERATOR'), await join('OPERATOR')];
    for (const entityId of [appId, knowledgeBaseId])
      for (const { email } of [first, second]) await give(owner, { entityId, email });
    await owner.call(people.endpoints.removeMember, { params: { userId: first.userId } });
    expect(await grantsOf(appId)).toEqual([{ user_id: second.userId }]);
    await owner.call(apps.endpoints.remove, { params: { id: appId } });
    await owner.call(baseRemoval.endpoints.remove, {
      params: { id: knowledgeBaseId },
      query: { force: 'true' },
    });
    expect([await grantsOf(appId), await grantsOf(knowledgeBaseId)]).toEqual([[], []]);
  });
});
