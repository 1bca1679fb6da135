import { apps } from '@atelier/contracts/assistants/apps';
import { appVersions } from '@atelier/contracts/assistants/apps/versions';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { history } from '@atelier/contracts/assistants/chat/history';
import { visitors } from '@atelier/contracts/assistants/chat/visitors';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { joinApp } from '../../../../../tests/app-user.ts';
import type { Client } from '../../../../../tests/client.ts';
import { openStream } from '../../../../../tests/event-stream.ts';
import { startTestServer, type TestServer } from '../../../../../tests/harness.ts';

const chatUserId = 'visitor-0123456789abcdef';
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);

let server: TestServer;
let owner: Client;
let visitor: Client;
beforeAll(async () => {
  server = await startTestServer();
  owner = (await server.signUp()).client;
  visitor = server.visitor();
});
afterAll(() => server.close());

const create = (body: object = {}) =>
  owner.call(apps.endpoints.create, {
    body: { name: `App ${crypto.randomUUID()}`, access: 'PUBLIC', ...body },
  });
const get = (id: string) => owner.call(apps.endpoints.get, { params: { id } });

describe('the pictures of an app', () => {
  const put = async (
    kind: 'bot-icon' | 'bot-logo',
    appId: string,
    bytes: Uint8Array<ArrayBuffer>,
    by = owner,
  ) => {
    const form = new FormData();
    form.append('file', new Blob([bytes]), 'picture.png');
    const response = await by.fetch(`/api/content/${kind}/${appId}`, { method: 'PUT', body: form });
    return { status: response.status, body: (await response.json()) as { code?: string } };
  };
  const open = (id: string) => visitor.call(chat.endpoints.chatbot, { params: { id } });

  it('are uploaded, shown to visitors with their type, and run nothing when opened', {
    tags: ['APP-16', 'APP-48', 'APP-49'],
  }, async () => {
    const { appId } = await create({ botName: 'Bo' });
    expect((await put('bot-icon', appId, png)).status).toBe(200);
    expect((await put('bot-logo', appId, png)).status).toBe(200);
    const { botIcon, botLogo, botName } = await open(appId);
    expect(botName).toBe('Bo');
    for (const address of [botIcon, botLogo]) {
      const reply = await visitor.fetch(address ?? '');
      expect(reply.headers.get('content-type')).toBe('image/png');
      expect(reply.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
      expect(new Uint8Array(await reply.arrayBuffer())).toEqual(png);
    }
    await owner.call(apps.endpoints.update, { body: { appId, botIconId: null } });
    expect((await open(appId)).botIcon).toBeNull();
  });

  it('are refused when they are no pictures, too large, or come from somebody who does not build', async () => {
    const { appId } = await create();
    const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>');
    const large = new Uint8Array(1024 * 1024 + 1);
    large.set(png);
    for (const bytes of [svg, large, new Uint8Array()])
      expect((await put('bot-icon', appId, bytes)).body.code).toBe('apps.image_refused');
    expect((await get(appId)).botIconId).toBeNull();
    const foreign = await server.signUp();
    expect((await put('bot-icon', appId, png, foreign.client)).status).toBe(404);
  });

  it('cannot be taken from another app, and are kept for versions that name them', async () => {
    const { appId } = await create();
    await put('bot-icon', appId, png);
    const { botIconId } = await get(appId);
    const other = await create();
    const taken = await owner.send(apps.endpoints.update, { body: { appId: other.appId, botIconId } });
    expect(taken.body).toMatchObject({ responseCode: 404, code: 'apps.image_not_found' });
    await put('bot-icon', appId, png);
    await owner.call(appVersions.endpoints.revert, { body: { appId, version: 2 } });
    expect((await get(appId)).botIconId).toBe(botIconId);
  });

  it('are shown in the builder while the link is off, and to no visitor', async () => {
    const { appId } = await create();
    await put('bot-icon', appId, png);
    const { botIcon } = await get(appId);
    await owner.call(apps.endpoints.update, { body: { appId, active: false } });
    expect((await owner.fetch(botIcon ?? '')).status).toBe(200);
    expect((await visitor.fetch(botIcon ?? '')).status).toBe(404);
  });
});

describe('an app that asks who its visitors are', () => {
  const ask = (appId: string, by = visitor, id = chatUserId) =>
    by.send(chat.endpoints.query, { body: { appId, query: 'Hello?', chatUserId: id } });
  const save = (appId: string, info: object) =>
    visitor.send(visitors.endpoints.saveChatUser, { body: { appId, chatUserId, ...info } });

  it('answers a visitor only after they said so, and shows it with their questions', {
    tags: ['APP-17', 'APP-18', 'CHAT-13'],
  }, async () => {
    const { appId } = await create({ collectUserInfo: true });
    const { userInfo } = await visitor.call(chat.endpoints.chatbot, { params: { id: appId } });
    expect(userInfo).toEqual(['NAME', 'EMAIL']);
    expect((await ask(appId)).body).toMatchObject({ responseCode: 412, code: 'chat.user_info_missing' });
    const refused = await save(appId, { email: 'grace@example.com' });
    expect(refused.body).toMatchObject({ responseCode: 400, message: 'Please enter your name' });
    const noEmail = await save(appId, { name: 'Grace' });
    expect(noEmail.body).toMatchObject({ responseCode: 400, message: 'Please enter your email' });
    expect((await save(appId, { name: 'Grace', email: 'not an address' })).status).toBe(400);
    expect((await save(appId, { name: 'Grace', email: 'grace@example.com' })).status).toBe(200);
    expect((await ask(appId)).status).toBe(200);
    expect((await ask(appId, server.visitor(), 'another-browser-0123')).status).toBe(412);
    const { items } = await owner.call(history.endpoints.queryHistory, { query: { appId } });
    expect(items).toMatchObject([{ visitor: { name: 'Grace', email: 'grace@example.com' } }]);
  });

  it('asks only for what was chosen, and keeps nothing else', { tags: ['APP-18'] }, async () => {
    const { appId } = await create({ collectUserInfo: true, userInfoFields: ['EMAIL'] });
    expect((await save(appId, { name: 'Grace', email: 'grace@example.com' })).status).toBe(200);
    const rows = await server.sql('select name, email from chat_users where app_id = $1', [appId]);
    expect(rows).toEqual([{ name: '', email: 'grace@example.com' }]);
  });

  it('does not ask members, nor anybody when it is switched off', async () => {
    const asking = await create({ collectUserInfo: true });
    expect((await ask(asking.appId, owner)).status).toBe(200);
    expect((await owner.call(chat.endpoints.chatbot, { params: { id: asking.appId } })).userInfo).toEqual([]);
    const unnamed = await visitor.send(chat.endpoints.query, {
      body: { appId: asking.appId, query: 'Hello?' },
    });
    expect(unnamed.body.code).toBe('chat.user_info_missing');
    const { appId } = await create();
    expect((await visitor.call(chat.endpoints.chatbot, { params: { id: appId } })).userInfo).toEqual([]);
    expect((await ask(appId)).status).toBe(200);
    await save(appId, { name: 'Grace', email: 'grace@example.com' });
    expect(await server.sql('select 1 from chat_users where app_id = $1', [appId])).toEqual([]);
  });

  it('cannot be set to ask for nothing', async () => {
    const body = { name: 'Asks nothing', collectUserInfo: true, userInfoFields: [] };
    expect((await owner.send(apps.endpoints.create, { body })).status).toBe(400);
  });
});

describe('the conversations of an app', () => {
  const ask = (appId: string, query: string) =>
    visitor.call(chat.endpoints.query, { body: { appId, chatUserId, query } });

  it('admits to a private app the people who were invited to it, whose conversations belong to them on every device', async () => {
    const { appId } = await create({ access: 'PRIVATE' });
    const { client, email } = await joinApp(server, { owner, appId });
    const bot = await client.call(chat.endpoints.chatbot, { params: { id: appId } });
    expect(bot).toMatchObject({ signedInAs: email, remembers: false, userInfo: [] });
    const query = 'How many days of paid leave?';
    const asked = await client.call(chat.endpoints.query, { body: { appId, query, chatUserId } });
    const { items } = await client.call(chat.endpoints.sessions, { query: { appId } });
    expect(items.map(({ conversationId }) => conversationId)).toEqual([asked.conversationId]);
    const browser = await visitor.send(chat.endpoints.sessions, { query: { appId, chatUserId } });
    expect(browser.body.code).toBe('chat.private_app');
    const other = await create({ access: 'PRIVATE' });
    const refused = await client.send(chat.endpoints.query, { body: { appId: other.appId, query } });
    expect(refused.body.code).toBe('chat.private_app');
    const elsewhere = (await server.signUp()).client;
    const { appId: foreign } = await elsewhere.call(apps.endpoints.create, {
      body: { name: 'Elsewhere', access: 'PUBLIC' },
    });
    const seen = await client.call(chat.endpoints.chatbot, { params: { id: foreign } });
    expect(seen.signedInAs).toBeNull();
  });

  it('tells the reader of a stream how the question is stored, where that differs', async () => {
    const { appId } = await create({ guardRail: { maskPersonalData: true } });
    const start = async (query: string) => {
      const stream = await openStream(visitor, chat.endpoints.query.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ appId, chatUserId, query, stream: true }),
      });
      await stream.ended;
      return stream.received[0]?.data;
    };
    const ids = { queryId: expect.any(String), conversationId: expect.any(String) };
    expect(await start('I am ada@example.com.')).toEqual({ ...ids, question: 'I am [EMAIL].' });
    expect(await start('I am Ada.')).toEqual(ids);
  });

  it('finds a conversation only in its own app, under the beginning of its first question', async () => {
    const [{ appId }, other] = [await create(), await create()];
    const long = `  How many days\n of paid   leave ${'do employees get '.repeat(10)}?`;
    const { conversationId } = await ask(appId, long);
    const params = { conversationId };
    const read = await visitor.call(chat.endpoints.session, { params, query: { appId, chatUserId } });
    const title = 'How many days of paid leave do employees get do employees get do employees get d';
    expect(title).toHaveLength(80);
    expect(read.title.trim()).toBe(title.slice(0, read.title.startsWith(' ') ? 79 : 80));
    const elsewhere = { appId: other.appId, chatUserId };
    expect((await visitor.send(chat.endpoints.session, { params, query: elsewhere })).body.code).toBe(
      'chat.conversation_not_found',
    );
    const body = { appId: other.appId, chatUserId, query: 'And now?', conversationId };
    const asked = await visitor.send(chat.endpoints.query, { body });
    expect(asked.body.code).toBe('chat.conversation_not_found');
  });

  it('answers from no knowledge base that is switched off', async () => {
    const base = await owner.call(knowledge.endpoints.create, { body: { name: 'Resting' } });
    await owner.call(knowledge.endpoints.update, {
      params: { id: base.knowledgeBaseId },
      body: { status: 'OFF' },
    });
    const refused = await owner.send(apps.endpoints.create, {
      body: { name: 'Resting', knowledgeBaseIds: [base.knowledgeBaseId] },
    });
    expect(refused.body).toMatchObject({
      code: 'apps.knowledge_base_off',
      details: { names: ['Resting'] },
    });
  });
});
