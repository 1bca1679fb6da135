import { contracts } from '@atelier/contracts';
import { access } from '@atelier/contracts/account/access';
import { appUsers } from '@atelier/contracts/account/app-users/app-users';
import { auth } from '@atelier/contracts/account/identity/auth';
import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { feedback } from '@atelier/contracts/assistants/chat/feedback';
import { visitors } from '@atelier/contracts/assistants/chat/visitors';
import type { Endpoint } from '@atelier/contracts/kernel/contract';
import { type FakeOpenAI, startFakeOpenAI } from '@atelier/models/tests/fake-openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  appUserPassword,
  inviteTo,
  joinApp,
  mailedToken,
  newAddress,
  newApp,
  type TestAppUser,
} from '../../../../tests/app-user.ts';
import { Client } from '../../../../tests/client.ts';
import { type OpenedStream, openStream } from '../../../../tests/event-stream.ts';
import { offerModels } from '../../../../tests/fakes/model-provider.ts';
import { eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { harmless, inParallel, ask as send } from '../../../../tests/matrix/ask.ts';

const { endpoints } = appUsers;
const everyEndpoint: Endpoint[] = Object.values(contracts).flatMap((contract) =>
  Object.values<Endpoint>(contract.endpoints),
);
const ofAppUsers = everyEndpoint.filter((endpoint) => 'appUser' in endpoint.access);

/** The endpoints that everybody may call and that show more to an app user. */
const ofChats: Endpoint[] = [chat, feedback, visitors].flatMap((contract) =>
  Object.values<Endpoint>(contract.endpoints).filter(({ access: allowed }) => 'public' in allowed),
);

/** Much less than the interval of the regular checks, with room for a busy machine. */
const soonMs = 10_000;

describe('an app user is kept apart', () => {
  let server: TestServer;
  let provider: FakeOpenAI;
  let outbound: Record<string, string>;
  let owner: Client;
  let tenantId: string;
  let appId: string;
  let mary: TestAppUser;

  beforeAll(async () => {
    provider = await startFakeOpenAI();
    const { hostname, port } = new URL(provider.baseUrl);
    outbound = { OUTBOUND_ALLOW: `${hostname}:${port},${hostname}` };
    server = await startTestServer({ env: { ...outbound, RATE_LIMIT_CHAT_PER_MINUTE: '1000' } });
    const signedUp = await server.signUp();
    owner = signedUp.client;
    tenantId = signedUp.user.tenantId;
    appId = await newApp(owner);
    mary = await joinApp(server, { owner, appId });
  });
  afterAll(async () => {
    await server.close();
    await provider.close();
  });

  const tokenOf = ({ cookies }: Client): string => cookies.get('atelier_app_user') ?? '';
  const ask = (client: Client, id = appId) =>
    client.send(chat.endpoints.query, { body: { appId: id, query: 'How many days of leave?' } });
  const codeOf = async (reply: Promise<{ status: number; body: { code?: string } }>) => {
    const { status, body } = await reply;
    return `${status} ${body.code ?? ''}`.trim();
  };

  it('from builders: their token opens no endpoint for members, as a cookie, a bearer token or a session', {
    tags: ['PRIVATE-03', 'API-03'],
  }, async () => {
    const token = tokenOf(mary.client);
    const proofs = [
      { cookie: `atelier_app_user=${token}` },
      { authorization: `Bearer ${token}` },
      { cookie: `atelier_session=${token}` },
    ];
    const forMembers = everyEndpoint.filter(
      (endpoint) => !('public' in endpoint.access || 'appUser' in endpoint.access),
    );
    const admitted: string[] = [];
    await inParallel(forMembers, async (endpoint) => {
      for (const proof of proofs) {
        const { status, code } = await send(server.origin, endpoint, harmless(endpoint), proof);
        if (`${status} ${code}` !== '401 auth.unauthenticated')
          admitted.push(`${endpoint.path}: ${status} ${code}`);
      }
    });
    expect(admitted).toEqual([]);
    expect(forMembers.length).toBeGreaterThan(150);
  });

  it('from builders: a session or an API key is no token of an app user', {
    tags: ['PRIVATE-03'],
  }, async () => {
    const { apiKey } = await owner.call(auth.endpoints.getApiKey, {});
    const session = owner.cookies.get('atelier_session') ?? '';
    for (const proof of [
      { cookie: `atelier_session=${session}` },
      { cookie: `atelier_app_user=${session}` },
      { cookie: `atelier_app_user=${session}.${tenantId}` },
      { authorization: `Bearer ${apiKey ?? ''}` },
      { authorization: `Bearer aus_${'x'.repeat(43)}.${tenantId}` },
    ])
      for (const endpoint of ofAppUsers) {
        const { status, code } = await send(server.origin, endpoint, harmless(endpoint), proof);
        expect(`${endpoint.path} ${status} ${code}`).toBe(`${endpoint.path} 401 auth.unauthenticated`);
      }
  });

  it('from other companies: their token opens nothing there, and no other tenantId is accepted', async () => {
    const { client: stranger, user } = await server.signUp('Grace Hopper');
    const theirs = await newApp(stranger);
    expect(await codeOf(ask(mary.client, theirs))).toBe('403 chat.private_app');
    const read = mary.client.send(endpoints.userAccess, { params: { id: theirs } });
    expect(await codeOf(read)).toBe('404 app_users.app_not_found');
    const request = mary.client.send(endpoints.requestAccess, { body: { appId: theirs } });
    expect(await codeOf(request)).toBe('404 app_users.app_not_found');
    const moved = tokenOf(mary.client).replace(tenantId, user.tenantId);
    expect(await codeOf(ask(new Client(server.origin, moved), theirs))).toBe('403 chat.private_app');
    const wrongTenant = { params: { id: appId }, query: { tenantId: user.tenantId } };
    expect(await codeOf(mary.client.send(endpoints.userAccess, wrongTenant))).toBe(
      '403 auth.tenant_mismatch',
    );
    const credentials = { appId: theirs, email: mary.email, password: appUserPassword };
    const signIn = server.visitor().send(endpoints.signIn, { body: credentials });
    expect(await codeOf(signIn)).toBe('401 app_users.bad_credentials');
    for (const entityId of [appId, theirs]) {
      const listed = stranger.send(endpoints.list, { params: { id: entityId } });
      expect(await codeOf(listed)).toBe(entityId === theirs ? '200' : '404 app_users.app_not_found');
    }
  });

  it('uses up no invitation of somebody else, and none of another app', async () => {
    const [email, other] = [newAddress(), await newApp(owner)];
    await inviteTo(owner, appId, email);
    const { token } = await mailedToken(server, { to: email, path: '/user/sign-up', appId });
    const body = { firstName: 'Eve', password: appUserPassword };
    const elsewhere = server.visitor().send(endpoints.signUp, { body: { appId: other, token, ...body } });
    expect(await codeOf(elsewhere)).toBe('400 app_users.invitation_invalid');
    const asMary = { appId, email: mary.email, password: appUserPassword, token };
    expect(await codeOf(server.visitor().send(endpoints.signIn, { body: asMary }))).toBe(
      '400 app_users.invitation_invalid',
    );
    const both = await Promise.all(
      [1, 2].map(() => codeOf(server.visitor().send(endpoints.signUp, { body: { appId, token, ...body } }))),
    );
    expect(both.toSorted()).toEqual(['200', '400 app_users.invitation_invalid']);
  });

  it('learns nothing about who has an account', async () => {
    const reply = async (email: string) => {
      const credentials = { appId, email, password: 'Wrong-Horse-7' };
      const { status, body } = await server.visitor().send(endpoints.signIn, { body: credentials });
      const { code, message, details } = body;
      const forgotten = await server.visitor().send(endpoints.forgotPassword, { body: { appId, email } });
      return { status, code, message, details, forgotten: forgotten.body.responseData };
    };
    const member = await server.signUp();
    const known = await reply(mary.email);
    expect(known).toMatchObject({ status: 401, forgotten: { done: true } });
    expect(await reply(newAddress())).toEqual(known);
    expect(await reply(member.email)).toEqual(known);
  });

  it('may order three mails to an address an hour', async () => {
    const { email } = await joinApp(server, { owner, appId });
    const order = () => server.visitor().call(endpoints.forgotPassword, { body: { appId, email } });
    const latest = () => mailedToken(server, { to: email, path: '/user/forgot-password', appId });
    const tokens = new Set<string>();
    for (const mails of [1, 2, 3]) {
      await order();
      await eventually(async () => tokens.add((await latest()).token).size === mails);
    }
    await order();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(tokens.has((await latest()).token)).toBe(true);
  });

  it('may guess a password ten times from one address, and asks as often as the app allows', async () => {
    const { email } = await joinApp(server, { owner, appId });
    const guess = () =>
      codeOf(server.visitor().send(endpoints.signIn, { body: { appId, email, password: 'Wrong-Horse-7' } }));
    for (let at = 0; at < 10; at += 1) expect(await guess()).toBe('401 app_users.bad_credentials');
    expect(await guess()).toBe('429 request.rate_limited');
    const limited = await newApp(owner);
    await owner.call(apps.endpoints.update, {
      body: { appId: limited, visitorLimits: { tenMinutes: 2, day: 0 } },
    });
    const asker = await joinApp(server, { owner, appId: limited });
    const asked = [await ask(asker.client, limited), await ask(asker.client, limited)];
    expect(asked.map(({ status }) => status)).toEqual([200, 200]);
    expect(await codeOf(ask(asker.client, limited))).toBe('429 chat.visitor_limit');
    // Somebody else at the same address is counted apart.
    const colleague = await joinApp(server, { owner, appId: limited });
    expect((await ask(colleague.client, limited)).status).toBe(200);
  });

  it('is not signed in by another site, and makes no call for it', async () => {
    const forged = async (path: string, body: object, client: Client) =>
      (
        await client.fetch(path, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            origin: 'https://evil.example',
            'sec-fetch-site': 'cross-site',
          },
          body: JSON.stringify(body),
        })
      ).status;
    const credentials = { appId, email: mary.email, password: appUserPassword };
    expect(await forged(endpoints.signIn.path, credentials, server.visitor())).toBe(403);
    expect(await forged(endpoints.signOut.path, {}, mary.client)).toBe(403);
    expect(await forged(chat.endpoints.query.path, { appId, query: 'Hello?' }, mary.client)).toBe(403);
    expect((await ask(mary.client)).status).toBe(200);
  });

  it.each([
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['another site of an old browser', { origin: 'https://evil.example' }],
    ['a sandboxed frame of an old browser', { origin: 'null' }],
    ['a page of a neighbour', { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' }],
    ['our own page without the token', { 'sec-fetch-site': 'same-origin' }],
    ['a page whose headers a proxy has removed', { referer: 'https://evil.example/' }],
    ['our own page with the token of another session', { 'x-csrf-token': 'a'.repeat(43) }],
  ])(
    'takes nothing by cookie from %s, wherever an app user is asked for',
    { tags: ['API-03'] },
    async (_who, headers) => {
      const { client } = await joinApp(server, { owner, appId });
      const cookie = client.headers()['cookie'] ?? '';
      const form = new FormData();
      form.append('appId', appId);
      form.append('file', new Blob(['x'], { type: 'text/plain' }), 'x.txt');
      const own = { appId, queryId: 'qry_1', conversationId: 'cnv_1', text: 'Hello?', query: 'Hello?' };
      const rated = { verdict: 'LIKE', reason: 'Others', feedback: 'Good.', chatUserId: 'c'.repeat(20) };
      const taken: string[] = [];
      const unsafe = [...ofAppUsers, ...ofChats].filter(({ method }) => method !== 'GET');
      for (const endpoint of unsafe) {
        const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
          String(Reflect.get(own, name) ?? appId),
        );
        const response = await fetch(new URL(`${path}?appId=${appId}`, server.origin), {
          method: endpoint.method,
          headers: {
            ...{ ...headers, cookie },
            ...(endpoint.multipart ? {} : { 'content-type': 'application/json' }),
          },
          body: endpoint.multipart ? form : JSON.stringify({ ...own, ...rated, title: 'A title' }),
        });
        const { code, message } = (await response.json()) as { code?: string; message?: string };
        if (code !== 'request.csrf') taken.push(`${endpoint.method} ${endpoint.path}: ${code} ${message}`);
      }
      expect(taken).toEqual([]);
      expect(unsafe.length).toBeGreaterThan(8);
      expect((await ask(client)).status).toBe(200);
    },
  );

  it('works beside the session of a member in the same browser, and with a cookie from before there was a token', async () => {
    const { client } = await joinApp(server, { owner, appId });
    const token = client.cookies.get('atelier_app_user_csrf');
    expect(token).toMatch(/^[\w-]{43}$/);
    for (const [name, value] of owner.cookies) client.cookies.set(name, value);
    const request = () => client.send(endpoints.requestAccess, { body: { appId } });
    expect((await ask(client)).status).toBe(200);
    expect((await request()).status).toBe(200);
    client.cookies.delete('atelier_app_user_csrf');
    expect(await codeOf(request())).toBe('403 request.csrf');
    await client.call(endpoints.userAccess, { params: { id: appId } });
    expect(client.cookies.get('atelier_app_user_csrf')).toBe(token);
    expect((await request()).status).toBe(200);
    await client.call(endpoints.signOut, { body: {} });
    expect([...client.cookies.keys()].filter((name) => name.includes('app_user'))).toEqual([]);
  });

  describe('in the middle of an answer', () => {
    let slow: string;
    let accessId: string;
    let user: TestAppUser;

    const openAnswer = async (client: Client) => {
      const stream = await openStream(client, chat.endpoints.query.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ appId: slow, query: 'Tell me a lot.', stream: true }),
      });
      await eventually(async () => stream.received.some(({ event }) => event === 'token'));
      return stream;
    };
    const isCutOff = async ({ ended, received }: OpenedStream) => {
      const late = new Promise<'open'>((resolve) => setTimeout(() => resolve('open'), soonMs));
      const how = await Promise.race([ended, late]);
      return how === 'closed' && !received.some(({ event }) => event === 'done');
    };
    const revoke = () =>
      owner.call(access.endpoints.remove, { params: { entityId: slow }, query: { userId: accessId } });

    beforeAll(async () => {
      const { providerId } = await offerModels(owner, provider.baseUrl, { chatModels: ['fake-slow-3000'] });
      const body = { name: 'Slow', access: 'PRIVATE' as const, modelId: `${providerId}/fake-slow-3000` };
      slow = (await owner.call(apps.endpoints.create, { body })).appId;
    });

    const join = async () => {
      user = await joinApp(server, { owner, appId: slow });
      const page = await owner.call(endpoints.list, { params: { id: slow }, query: { search: user.email } });
      accessId = page.items[0]?.accessId ?? '';
    };

    it('loses the answer when the access is revoked, and others keep theirs', async () => {
      const other = await joinApp(server, { owner, appId: slow });
      const theirs = await openAnswer(other.client);
      await join();
      const stream = await openAnswer(user.client);
      await revoke();
      expect(await isCutOff(stream)).toBe(true);
      const later = new Promise<'open'>((resolve) => setTimeout(() => resolve('open'), 500));
      expect(await Promise.race([theirs.ended, later])).toBe('open');
      theirs.stop();
    });

    it('loses the answer of another process too', async () => {
      const elsewhere = await server.another({ env: { ...outbound, ATELIER_ROLES: 'api' } });
      try {
        await join();
        const stream = await openAnswer(new Client(elsewhere.origin, tokenOf(user.client)));
        await revoke();
        expect(await isCutOff(stream)).toBe(true);
      } finally {
        await elsewhere.close();
      }
    });

    it('loses the answer by signing out, and by a new password', async () => {
      await join();
      const signedOut = await openAnswer(user.client);
      const again = server.visitor();
      await again.call(endpoints.signIn, {
        body: { appId: slow, email: user.email, password: appUserPassword },
      });
      const reset = await openAnswer(again);
      await user.client.call(endpoints.signOut, { body: {} });
      expect(await isCutOff(signedOut)).toBe(true);
      await server.visitor().call(endpoints.forgotPassword, { body: { appId: slow, email: user.email } });
      const { token } = await mailedToken(server, {
        to: user.email,
        path: '/user/forgot-password',
        appId: slow,
      });
      await server.visitor().call(endpoints.resetPassword, {
        body: { appId: slow, token, password: 'Another-Horse-8' },
      });
      expect(await isCutOff(reset)).toBe(true);
    });
  });
});
