import { auth } from '@atelier/contracts/account/identity/auth';
import { orchestratorToken } from '@atelier/contracts/account/identity/orchestrator-token';
import { people } from '@atelier/contracts/account/people/people';
import { flows } from '@atelier/contracts/assistants/flows/flows';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from '../../../../tests/client.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const { obtain } = orchestratorToken.endpoints;
const day = 24 * 60 * 60;
const withToken = (token: string) => new Client(server.origin, token);

const signUpWithToken = async () => {
  const signedUp = await server.signUp();
  const { tenantId } = signedUp.user;
  const reply = await signedUp.client.send(obtain, { body: { tenantId } });
  return { ...signedUp, tenantId, reply, token: reply.body.responseData.token };
};

describe('the token of the orchestrator', () => {
  it('is obtained with the session, and kept for a day in a cookie of the tenant that scripts cannot read', {
    tags: ['FLOW-20', 'FLOW-31', 'CONST-09'],
  }, async () => {
    const { client, tenantId, reply, token, email, password } = await signUpWithToken();
    expect(reply.body.responseData).toEqual({
      token: expect.stringMatching(/^flo_/) as string,
      expiresInSeconds: day,
    });
    expect(reply.headers.getSetCookie()).toEqual([
      `flow_token_${tenantId}=${token}; Path=/; Max-Age=${day}; SameSite=Lax; HttpOnly`,
    ]);
    const again = await client.call(obtain, { body: { tenantId } });
    expect(again.token).toBe(token);
    await client.call(auth.endpoints.signIn, { body: { email, password } });
    const renewed = await client.call(obtain, { body: { tenantId } });
    expect((await withToken(renewed.token).send(flows.endpoints.count, {})).status).toBe(200);
  });

  it('is obtained with an API key in the body, without a cookie', { tags: ['FLOW-31'] }, async () => {
    const { client, user } = await server.signUp();
    const { apiKey } = await client.call(auth.endpoints.getApiKey, {});
    const body = { tenantId: user.tenantId, token: apiKey ?? '' };
    const reply = await server.visitor().send(obtain, { body });
    expect(reply.headers.getSetCookie()).toEqual([]);
    const program = withToken(reply.body.responseData.token);
    expect((await program.call(flows.endpoints.list, {})).items).toEqual([]);
  });

  it('opens the calls of the orchestrator as its user, and nothing else', {
    tags: ['FLOW-24'],
  }, async () => {
    const { token } = await signUpWithToken();
    const program = withToken(token);
    const { flowId } = await program.call(flows.endpoints.create, { body: { displayName: 'By token' } });
    expect(await program.call(flows.endpoints.count, {})).toEqual({ count: 1 });
    expect(await program.call(flows.endpoints.get, { params: { id: flowId } })).toMatchObject({ flowId });
    const replies = [
      await program.send(knowledge.endpoints.list, {}),
      await program.send(people.endpoints.searchEntities, { query: { search: 'a' } }),
      await program.send(auth.endpoints.session, {}),
    ];
    for (const { status, body } of replies) expect([status, body.code]).toEqual([403, 'auth.forbidden']);
  });

  it('ends with the session that obtained it', async () => {
    const { client, tenantId, token } = await signUpWithToken();
    const left = await client.send(auth.endpoints.signOut, {});
    expect(left.headers.getSetCookie()).toContain(
      `flow_token_${tenantId}=; Path=/; Max-Age=0; SameSite=Lax; HttpOnly`,
    );
    expect((await withToken(token).send(flows.endpoints.list, {})).status).toBe(401);
  });

  it('ends with the API key that obtained it', async () => {
    const { client, user } = await server.signUp();
    const { apiKey } = await client.call(auth.endpoints.getApiKey, {});
    const body = { tenantId: user.tenantId, token: apiKey ?? '' };
    const { token } = await server.visitor().call(obtain, { body });
    await client.call(auth.endpoints.regenerateApiKey, { body: {} });
    expect((await withToken(token).send(flows.endpoints.list, {})).status).toBe(401);
  });

  it('is refused to a stranger, for another company, and when it was changed', async () => {
    const { client, tenantId, token } = await signUpWithToken();
    const other = await server.signUp();
    const codeOf = async (who: Client, body: { tenantId: string; token?: string }) =>
      (await who.send(obtain, { body })).body.code;
    expect(await codeOf(server.visitor(), { tenantId })).toBe('auth.unauthenticated');
    expect(await codeOf(server.visitor(), { tenantId, token: 'ses_made_up' })).toBe('auth.unauthenticated');
    expect(await codeOf(client, { tenantId: other.user.tenantId })).toBe('auth.tenant_mismatch');
    const [claims = '', signature = ''] = token.slice('flo_'.length).split('.');
    const forged = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as object;
    const changed = Buffer.from(JSON.stringify({ ...forged, ends: 9_999_999_999 })).toString('base64url');
    for (const bad of [`flo_${changed}.${signature}`, `flo_${claims}.${'A'.repeat(43)}`, 'flo_', 'flo_.'])
      expect((await withToken(bad).send(flows.endpoints.list, {})).status).toBe(401);
  });

  it('cannot obtain another one', async () => {
    const { tenantId, token } = await signUpWithToken();
    expect((await withToken(token).send(obtain, { body: { tenantId } })).status).toBe(401);
    expect((await server.visitor().send(obtain, { body: { tenantId, token } })).status).toBe(400);
  });
});
