import { access } from '@atelier/contracts/account/access';
import { auth } from '@atelier/contracts/account/identity/auth';
import { sharedThings } from '@atelier/contracts/account/shared-things';
import { apps } from '@atelier/contracts/assistants/apps';
import { flows } from '@atelier/contracts/assistants/flows/flows';
import { prompts } from '@atelier/contracts/assistants/prompts/prompts';
import type { Role } from '@atelier/contracts/kernel/permissions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { newKnowledgeBase } from '../../../../tests/knowledge.ts';
import { joinTenant, type TestMember } from '../../../../tests/member.ts';

const { endpoints } = sharedThings;

describe('a request for access', () => {
  let server: TestServer;
  let owner: Client;
  let ownerEmail: string;
  let tenantId: string;

  beforeAll(async () => {
    server = await startTestServer({ env: { RATE_LIMIT_AUTH_PER_MINUTE: '0' } });
    const signedUp = await server.signUp();
    owner = signedUp.client;
    ownerEmail = signedUp.email;
    tenantId = signedUp.user.tenantId;
  });
  afterAll(() => server.close());

  const join = (role: Role, name = 'Otto Operator'): Promise<TestMember> =>
    joinTenant(server, { tenantId, role, name });
  const newApp = async (as = owner): Promise<string> =>
    (await as.call(apps.endpoints.create, { body: { name: `App ${crypto.randomUUID()}` } })).appId;
  const read = (client: Client, entityId: string) =>
    client.send(endpoints.readRequest, { params: { entityId } });
  const ask = (client: Client, entityId: string, message = '') =>
    client.send(endpoints.ask, { params: { entityId }, body: { message } });
  const requests = async (entityId?: string) =>
    (await owner.call(endpoints.listRequests, { query: { entityId } })).items;
  const requestMails = async (to: string) => {
    const { mails } = await server.visitor().call(auth.endpoints.outbox, {});
    return mails.filter((mail) => mail.to === to && mail.subject.includes('asks for access'));
  };

  it('reaches those who may give access, and giving it answers the request', async () => {
    const appId = await newApp();
    const operator = await join('OPERATOR');
    const may = { entityId: appId, kind: 'APP', label: 'app', state: 'MAY_ASK' };
    expect((await read(operator.client, appId)).body.responseData).toEqual(may);
    const asked = await ask(operator.client, appId, 'For the night shift');
    expect(asked.body.responseData).toEqual({ ...may, state: 'ASKED' });
    expect(await requests(appId)).toMatchObject([
      {
        ...{ entityId: appId, kind: 'APP', label: 'app', address: `/apps/${appId}` },
        ...{ userId: operator.userId, userName: 'Otto Operator', email: operator.email },
        message: 'For the night shift',
      },
    ]);
    const [mail] = await eventually(async () => {
      const found = await requestMails(ownerEmail);
      return found.length > 0 && found;
    });
    expect(mail?.text).toContain('“For the night shift”');
    expect(mail?.text).toContain(`${server.origin}/agents`);
    const given = { entityId: appId, email: operator.email };
    await owner.call(access.endpoints.give, { body: given });
    expect(await requests(appId)).toEqual([]);
    expect((await read(operator.client, appId)).body.responseData).toEqual({ ...may, state: 'HAS_ACCESS' });
    const late = await ask(operator.client, appId);
    expect(late.body.responseData).toEqual({ ...may, state: 'HAS_ACCESS' });
    expect(await requests(appId)).toEqual([]);
  });

  it('is shown as long as the member could open the thing and does not see it', async () => {
    const { flowId } = await owner.call(flows.endpoints.create, { body: { displayName: 'Nightly' } });
    const operator = await join('OPERATOR');
    await ask(operator.client, flowId);
    const shownAs = async (role: Role) => {
      const change = 'update memberships set role = $2 where user_id = $1 and tenant_id = $3';
      await server.sql(change, [operator.userId, role, tenantId]);
      return (await requests(flowId)).map(({ userId }) => userId);
    };
    expect(await shownAs('OPERATOR')).toEqual([operator.userId]);
    expect(await shownAs('BUILDER')).toEqual([]);
    expect(await shownAs('USER')).toEqual([]);
  });

  it('is mailed to owners and administrators when the maker may not give access any more', async () => {
    const builder = await join('BUILDER', 'Bea Builder');
    const appId = await newApp(builder.client);
    await server.sql(`update memberships set role = 'OPERATOR' where user_id = $1 and tenant_id = $2`, [
      builder.userId,
      tenantId,
    ]);
    const operator = await join('OPERATOR');
    await ask(operator.client, appId, 'instead of the maker');
    await eventually(async () =>
      (await requestMails(ownerEmail)).some(({ text }) => text.includes('“instead of the maker”')),
    );
    expect(await requestMails(builder.email)).toEqual([]);
  });

  it('is made once, however often somebody asks, and mailed once', async () => {
    const builder = await join('BUILDER', 'Bea Builder');
    const appId = await newApp(builder.client);
    const operator = await join('OPERATOR');
    for (const message of ['please', 'again'])
      expect((await ask(operator.client, appId, message)).status).toBe(200);
    expect((await requests(appId)).map(({ message }) => message)).toEqual(['please']);
    // The maker may give access, so nobody else is disturbed.
    await eventually(async () => (await requestMails(builder.email)).length === 1);
    expect(await requestMails(ownerEmail)).not.toContainEqual(
      expect.objectContaining({ text: expect.stringContaining('“please”') }),
    );
  });

  it('is declined, after which the member may ask again', async () => {
    const appId = await newApp();
    const operator = await join('OPERATOR');
    await ask(operator.client, appId);
    const call = { params: { entityId: appId }, query: { userId: operator.userId } };
    await owner.call(endpoints.decline, call);
    expect(await requests(appId)).toEqual([]);
    expect((await read(operator.client, appId)).body.responseData?.state).toBe('MAY_ASK');
    const again = await owner.send(endpoints.decline, call);
    expect([again.status, again.body.code]).toEqual([404, 'access.request_not_found']);
  });

  it('tells nothing about another company, about what does not exist, and about what the role could not open', async () => {
    const [appId, base] = [await newApp(), await newKnowledgeBase(owner)];
    const { flowId } = await owner.call(flows.endpoints.create, { body: { displayName: 'Nightly' } });
    const prompt = { name: 'Own', role: 'SYSTEM', prompt: 'Be kind.', shareWith: 'CUSTOM' } as never;
    const { promptId } = await owner.call(prompts.endpoints.create, { body: prompt });
    const stranger = await server.signUp('Alan Turing');
    const guest = await joinTenant(server, { tenantId: stranger.user.tenantId, role: 'OPERATOR' });
    const user = await join('USER', 'Uma User');
    const calls: [Client, string][] = [
      ...[stranger.client, guest.client].flatMap((client) =>
        [appId, base, flowId].map((id): [Client, string] => [client, id]),
      ),
      ...['app_missing', 'somewhere', promptId, user.userId].map((id): [Client, string] => [user.client, id]),
      [user.client, flowId],
    ];
    for (const [client, id] of calls)
      for (const { status, body } of [await read(client, id), await ask(client, id)])
        expect([id, status, body.code]).toEqual([id, 404, 'access.nothing_to_ask_for']);
    expect(await requests(appId)).toEqual([]);
  });

  it('is seen by nobody who may not give access, and ends with the thing and with the membership', async () => {
    const [appId, gone] = [await newApp(), await newApp()];
    const [operator, leaving] = [await join('OPERATOR'), await join('OPERATOR')];
    for (const id of [appId, gone]) for (const { client } of [operator, leaving]) await ask(client, id);
    const refused = await operator.client.send(endpoints.listRequests, {});
    expect([refused.status, refused.body.code]).toEqual([403, 'auth.forbidden']);
    await owner.call(apps.endpoints.remove, { params: { id: gone } });
    await server.sql('delete from memberships where tenant_id = $1 and user_id = $2', [
      tenantId,
      leaving.userId,
    ]);
    const left = await server.sql('select user_id from access_requests where entity_id = any($1)', [
      [appId, gone],
    ]);
    expect(left).toEqual([{ user_id: operator.userId }]);
  });

  it('is refused once twenty wait for a decision', async () => {
    const operator = await join('OPERATOR');
    const first = await newApp();
    expect((await ask(operator.client, first)).status).toBe(200);
    for (let made = 1; made < 20; made += 1)
      expect((await ask(operator.client, await newApp())).status).toBe(200);
    expect((await ask(operator.client, first)).body.responseData).toMatchObject({ state: 'ASKED' });
    const { status, body } = await ask(operator.client, await newApp());
    expect([status, body.code]).toEqual([429, 'access.asked_often']);
  });
});
