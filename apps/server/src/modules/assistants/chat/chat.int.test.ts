import { auth } from '@atelier/contracts/account/identity/auth';
import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { documents } from '@atelier/contracts/content/documents/documents';
import { retrieval } from '@atelier/contracts/content/retrieval/retrieval';
import { type FakeOpenAI, startFakeOpenAI } from '@atelier/models/tests/fake-openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from '../../../../tests/client.ts';
import { offerModels } from '../../../../tests/fakes/model-provider.ts';
import { eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { joinTenant } from '../../../../tests/member.ts';

const handbook = `# Leave

Employees get 25 days of paid leave per year.

# Remote work

Remote work needs the consent of the team lead.
`;
const chatUserId = 'visitor-0123456789abcdef';

describe('chat with an app', () => {
  let server: TestServer;
  let provider: FakeOpenAI;
  let owner: Client;
  let tenantId: string;
  let knowledgeBaseId: string;
  let visitor: Client;

  beforeAll(async () => {
    provider = await startFakeOpenAI();
    const { hostname, port } = new URL(provider.baseUrl);
    server = await startTestServer({ env: { OUTBOUND_ALLOW: `${hostname}:${port},${hostname}` } });
    visitor = server.visitor();
    const signedUp = await server.signUp();
    owner = signedUp.client;
    tenantId = signedUp.user.tenantId;
    knowledgeBaseId = (await owner.call(knowledge.endpoints.create, { body: { name: 'Handbook' } }))
      .knowledgeBaseId;
    await upload('handbook.md', handbook);
  });
  afterAll(async () => {
    await server.close();
    await provider.close();
  });

  const upload = async (name: string, content: string) => {
    const form = new FormData();
    form.append('knowledgeBaseId', knowledgeBaseId);
    form.append('file', new Blob([content]), name);
    await owner.fetch('/api/import/import-file', { method: 'POST', body: form });
    await eventually(async () => {
      const { balance } = await owner.call(documentImports.endpoints.listImports, {
        params: { id: knowledgeBaseId },
      });
      return balance.pending === 0;
    });
  };
  const makeApp = (settings: object = {}) =>
    owner.call(apps.endpoints.create, {
      body: {
        name: `App ${crypto.randomUUID()}`,
        access: 'PUBLIC',
        knowledgeBaseIds: [knowledgeBaseId],
        ...settings,
      },
    });
  const makeModel = async (name: string) => {
    const made = await offerModels(owner, provider.baseUrl, { chatModels: [name] });
    return `${made.providerId}/${name}`;
  };
  const ask = (appId: string, query: string, extra: object = {}) =>
    visitor.send(chat.endpoints.query, { body: { appId, query, chatUserId, ...extra } });
  const messagesOf = (conversationId: string) =>
    server.sql<{ status: string; answer: string; credits: string; error: { code: string } | null }>(
      'select status, answer, credits, error from messages where conversation_id = $1 order by ordinal',
      [conversationId],
    );
  const stream = async (body: object, until: string) => {
    const controller = new AbortController();
    const response = await visitor.fetch('/api/content/query', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ chatUserId, stream: true, ...body }),
      signal: controller.signal,
    });
    let text = '';
    const decoder = new TextDecoder();
    for await (const bytes of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      text += decoder.decode(bytes, { stream: true });
      if (text.includes(until)) break;
    }
    controller.abort();
    return text;
  };

  it('shows a visitor only the parts of a public app that the page needs', {
    tags: ['CHAT-01', 'CHAT-06', 'API-13'],
  }, async () => {
    const app = await makeApp({
      welcomeMessage: 'Hi there',
      sampleQuestions: ['One?', 'Two?', 'Three?'],
      themeName: 'Green',
      instructions: 'secret words',
    });
    const bot = await visitor.call(chat.endpoints.chatbot, {
      params: { id: app.appId },
      query: { tenantId },
    });
    expect(bot).toEqual({
      appId: app.appId,
      name: app.name,
      botName: app.name,
      welcomeMessage: 'Hi there',
      sampleQuestions: ['One?', 'Two?', 'Three?'],
      themeName: 'Green',
      botIcon: null,
      botLogo: null,
      userInfo: [],
      extractive: true,
      files: null,
      signedInAs: null,
      remembers: false,
    });
    expect(app.shareUrl).toBe(`/chat/${app.appId}?tenantId=${tenantId}`);
  });

  it('answers with a stored, numbered citation that opens the source at the cited span', {
    tags: ['CHAT-07', 'CHAT-12', 'CHAT-14'],
  }, async () => {
    const { appId } = await makeApp();
    const { body } = await ask(appId, 'How many days of paid leave do employees get?');
    const { conversationId, queryId, answer, citations } = body.responseData;
    expect(answer).toContain('25 days');
    const session = await visitor.call(chat.endpoints.session, {
      params: { conversationId },
      query: { appId, chatUserId },
    });
    expect(session.messages).toMatchObject([{ queryId, answer, status: 'COMPLETED', citations }]);
    const source = await visitor.call(chat.endpoints.source, {
      query: { appId, chatUserId, queryId, index: 1 },
    });
    const text = source.sections.map((section) => section.text).join('');
    const [first] = source.sections;
    expect(
      text.slice(source.citation.start - (first?.start ?? 0), source.citation.end - (first?.start ?? 0)),
    ).toBe(source.citation.quote);
  });

  it('marks a citation whose text was written by hand', async () => {
    await upload('canteen.md', '# Canteen\n\nThe canteen opens at noon.\n');
    const { results } = await owner.call(retrieval.endpoints.retrievalTest, {
      body: { knowledgeBaseId, query: 'canteen opens' },
    });
    const body = { chunkId: results[0]?.chunkId ?? '', text: 'The canteen opens at eleven.' };
    await owner.call(documents.endpoints.editChunk, { body });
    const app = await makeApp();
    const canteen = await ask(app.appId, 'When does the canteen open?');
    expect(canteen.body.responseData.citations).toMatchObject([{ documentName: 'canteen.md', edited: true }]);
    const leave = await ask(app.appId, 'How many days of paid leave do employees get?');
    expect(leave.body.responseData.citations).toMatchObject([{ documentName: 'handbook.md', edited: false }]);
  });

  it('shows conversations only to the browser that had them', { tags: ['CHAT-02', 'CHAT-11'] }, async () => {
    const { appId } = await makeApp();
    const { conversationId, queryId } = (await ask(appId, 'How many days of paid leave?')).body.responseData;
    const mine = await visitor.call(chat.endpoints.sessions, { query: { appId, chatUserId } });
    expect(mine.items).toMatchObject([{ conversationId, messageCount: 1 }]);
    const stranger = { appId, chatUserId: 'another-0123456789abcdef' };
    expect((await visitor.call(chat.endpoints.sessions, { query: stranger })).items).toEqual([]);
    expect(
      (await visitor.send(chat.endpoints.session, { params: { conversationId }, query: stranger })).body.code,
    ).toBe('chat.conversation_not_found');
    expect(
      (await visitor.send(chat.endpoints.source, { query: { ...stranger, queryId, index: 1 } })).body.code,
    ).toBe('chat.conversation_not_found');
  });

  it('shows the questions of an API key to that key, and to nobody else', {
    tags: ['CHAT-11', 'CHAT-12'],
  }, async () => {
    const { appId } = await makeApp();
    const member = await joinTenant(server, { tenantId, role: 'BUILDER' });
    const { apiKey } = await member.client.call(auth.endpoints.getApiKey, {});
    const program = new Client(server.origin, apiKey ?? '');
    const body = { appId, query: 'How many days of paid leave?' };
    const { conversationId, queryId } = await program.call(chat.endpoints.query, { body });
    await ask(appId, 'What of a browser?');
    const listed = await program.call(chat.endpoints.sessions, { query: { appId } });
    expect(listed.items.map((each) => each.conversationId)).toEqual([conversationId]);
    const call = { params: { conversationId }, query: { appId } };
    const { messages } = await program.call(chat.endpoints.session, call);
    expect(messages.map((each) => each.queryId)).toEqual([queryId]);
    const source = await program.call(chat.endpoints.source, { query: { appId, queryId, index: 1 } });
    expect(source.citation.documentName).toBe('handbook.md');

    expect((await visitor.send(chat.endpoints.session, call)).body.code).toBe('chat.reader_unknown');
    expect((await visitor.send(chat.endpoints.sessions, { query: { appId } })).status).toBe(400);
    const stranger = (await server.signUp('Grace Hopper')).client;
    expect((await stranger.send(chat.endpoints.session, call)).body.code).toBe('chat.reader_unknown');
    const colleague = await joinTenant(server, { tenantId, role: 'ADMIN' });
    expect((await colleague.client.send(chat.endpoints.session, call)).body.code).toBe(
      'chat.conversation_not_found',
    );
    expect((await colleague.client.call(chat.endpoints.sessions, { query: { appId } })).items).toEqual([]);
  });

  it('answers a follow-up question with the help of the earlier question', async () => {
    const { appId } = await makeApp();
    const { conversationId } = (await ask(appId, 'Does remote work need consent?')).body.responseData;
    const { body } = await ask(appId, 'By whom?', { conversationId });
    expect(body.responseData.answer).toContain('team lead');
  });

  it('quotes the static text of an app without a model, and cites nothing for it', {
    tags: ['CHUNK-02'],
  }, async () => {
    const staticText = { enabled: true, text: 'The company was founded in 1867.' };
    const { appId } = await makeApp({ chunkingStrategy: { staticText } });
    const { body } = await ask(appId, 'In which year was the company founded?');
    const answer = expect.stringMatching(/founded in 1867[^[]*$/);
    expect(body.responseData).toMatchObject({ answer, citations: [] });
  });

  describe('whose context is set up', () => {
    const received = () => {
      const body: unknown = provider.requests.findLast(({ path }) =>
        path.endsWith('/chat/completions'),
      )?.body;
      return JSON.stringify(body);
    };
    const converse = async (chunkingStrategy: object, followupConversation = false) => {
      const modelId = await makeModel('fake-chat');
      const { appId } = await makeApp({ modelId, followupConversation, chunkingStrategy });
      const first = await ask(appId, 'Does remote work need consent of a zebra?');
      const { conversationId } = first.body.responseData;
      await ask(appId, 'How many days of paid leave do employees get?', { conversationId });
      return received();
    };
    const staticText = { enabled: true, text: 'The company was founded in 1867.' };

    it('the model reads the earlier conversation, cut to its tokens, or none of it', {
      tags: ['CHUNK-02'],
    }, async () => {
      expect(await converse({})).toContain('consent of a zebra');
      expect(await converse({ previousSession: { enabled: true, tokens: 50 } })).toContain('zebra');
      expect(await converse({ previousSession: { enabled: false, tokens: 2000 } })).not.toContain('zebra');
      const { appId } = await makeApp({
        modelId: await makeModel('fake-chat'),
        followupConversation: false,
        chunkingStrategy: { previousSession: { enabled: true, tokens: 50 } },
      });
      const long = await ask(appId, `Does remote work need consent? ${'zebra '.repeat(60)}`);
      const { conversationId } = long.body.responseData;
      await ask(appId, 'How many days of paid leave do employees get?', { conversationId });
      expect(received()).not.toContain('zebra');
    });

    it('the model reads the static text before the chunks', { tags: ['CHUNK-02'] }, async () => {
      const request = await converse({ staticText });
      expect(request.indexOf('founded in 1867')).toBeGreaterThan(0);
      expect(request.indexOf('founded in 1867')).toBeLessThan(request.indexOf('25 days'));
      expect(await converse({ staticText: { ...staticText, enabled: false } })).not.toContain('1867');
    });

    it('requires the static text when it is turned on', { tags: ['CHUNK-02'] }, async () => {
      const chunkingStrategy = { staticText: { enabled: true, text: ' ' } };
      const refused = await owner.send(apps.endpoints.create, { body: { name: 'Empty', chunkingStrategy } });
      expect([refused.status, refused.body.message]).toEqual([
        400,
        'Please enter the text that every question gets',
      ]);
    });

    it('an app that was stored before these settings existed has their defaults', {
      tags: ['CHUNK-02'],
    }, async () => {
      const { appId } = await makeApp();
      await server.sql(`update apps set settings = settings - 'chunkingStrategy' where id = $1`, [appId]);
      const { body } = await ask(appId, 'How many days of paid leave do employees get?');
      expect(body.responseData.answer).toContain('25 days');
      expect(await owner.call(apps.endpoints.get, { params: { id: appId } })).toMatchObject({
        chunkingStrategy: {
          previousSession: { enabled: true, tokens: 2000 },
          staticText: { enabled: false, text: '' },
        },
      });
    });
  });

  it('refuses the link of a deleted or deactivated app, and one with a wrong tenant', {
    tags: ['CHAT-04'],
  }, async () => {
    const { appId } = await makeApp();
    expect(
      (
        await visitor.send(chat.endpoints.chatbot, {
          params: { id: appId },
          query: { tenantId: 'ten_other' },
        })
      ).body.code,
    ).toBe('auth.tenant_mismatch');
    await owner.call(apps.endpoints.update, { body: { appId, active: false } });
    expect((await ask(appId, 'Hello')).body).toMatchObject({ responseCode: 404, code: 'chat.app_not_found' });
    await owner.call(apps.endpoints.update, { body: { appId, active: true } });
    expect((await ask(appId, 'Hello')).status).toBe(200);
    await owner.call(apps.endpoints.remove, { params: { id: appId } });
    expect((await visitor.send(chat.endpoints.chatbot, { params: { id: appId } })).status).toBe(404);
  });

  it('admits only members of the tenant to a private app', { tags: ['APP-03'] }, async () => {
    const { appId } = await makeApp({ access: 'PRIVATE' });
    expect((await ask(appId, 'How many days?')).body.code).toBe('chat.private_app');
    const elsewhere = (await server.signUp('Grace Hopper')).client;
    expect(
      (await elsewhere.send(chat.endpoints.query, { body: { appId, query: 'How many days?' } })).body.code,
    ).toBe('chat.private_app');
    expect(
      (await owner.send(chat.endpoints.query, { body: { appId, query: 'How many days of paid leave?' } }))
        .status,
    ).toBe(200);
  });

  it('never takes the definition of the app from the caller', async () => {
    const { appId } = await makeApp({ instructions: 'original' });
    const { status } = await ask(appId, 'How many days?', {
      settings: { instructions: 'obey' },
      knowledgeBaseIds: ['kb_x'],
      modelId: 'x/y',
      flow: {},
    });
    expect(status).toBe(200);
    expect((await owner.call(apps.endpoints.get, { params: { id: appId } })).instructions).toBe('original');
  });

  it('answers with a model, holds credits for it and charges what it used', async () => {
    const { appId } = await makeApp({ modelId: await makeModel('fake-chat') });
    const { body } = await ask(appId, 'How many days of paid leave?');
    const { conversationId, usage } = body.responseData;
    const sent = provider.requests.at(-1)?.body.messages as { content: string }[];
    expect(usage).toMatchObject({
      inputTokens: sent.reduce((sum, { content }) => sum + Math.ceil(content.length / 4), 0),
      outputTokens: 10,
    });
    expect(usage.credits).toBeGreaterThan(0);
    expect(Number((await messagesOf(conversationId))[0]?.credits)).toBe(usage.credits);
    expect(body.responseData.citations).toMatchObject([{ index: 1, documentName: 'handbook.md' }]);
    const rows = await server.sql<{ sum: string; held: string }>(
      `select (select sum(amount) from ledger_entries where tenant_id = $1) as sum,
      (select amount from ledger_balances where tenant_id = $1 and account = 'HELD') as held`,
      [tenantId],
    );
    expect(rows).toEqual([{ sum: '0', held: '0' }]);
  });

  it.each([
    ['fake-unauthorized', 'models.upstream_unauthorized', 'models.upstream_unavailable'],
    ['fake-context', 'models.context_too_long'],
    ['fake-error-mid', 'models.upstream_unavailable'],
    ['fake-malformed', 'models.upstream_unavailable'],
  ])(
    'says in a word why an answer failed (%s), stores it and gives the credits back',
    async (model, code, shown = code) => {
      const { appId } = await makeApp({ modelId: await makeModel(model) });
      const text = await stream({ appId, query: 'How many days of paid leave?' }, 'event: error');
      const [, data = '{}'] = /event: error\ndata: (.*)\n/.exec(text) ?? [];
      expect(JSON.parse(data)).toEqual({
        ...{ success: false, responseCode: expect.any(Number), code: shown },
        ...{ message: expect.stringMatching(/^[A-Z].+/), requestId: expect.stringMatching(/^req_/) },
      });
      expect(text).not.toMatch(/sk-test|invalid_request_error/);
      const [, conversationId = ''] = /"conversationId":"([^"]+)"/.exec(text) ?? [];
      expect(await messagesOf(conversationId)).toMatchObject([{ status: 'FAILED', error: { code } }]);
      expect(await server.sql(`select 1 from ledger_holds where tenant_id = $1`, [tenantId])).toEqual([]);
    },
  );

  it.each([
    ['fake-empty', 'models.upstream_empty'],
    ['fake-empty-length', 'models.upstream_used_up'],
    ['fake-call-3', 'models.upstream_empty'],
  ])('says that the model wrote nothing (%s), and charges nothing', async (model, code) => {
    const { appId } = await makeApp({ modelId: await makeModel(model) });
    const { status, body } = await ask(appId, 'How many days of paid leave?');
    expect({ status, code: body.code }).toEqual({ status: 502, code });
    const spent = await server.sql(
      `select m.status, m.credits::float, input_tokens as read, output_tokens as written
       from messages m where m.tenant_id = $1 and m.app_id = $2`,
      [tenantId, appId],
    );
    expect(spent).toEqual([{ status: 'FAILED', credits: 0, read: 0, written: 0 }]);
    expect(await server.sql(`select 1 from ledger_holds where tenant_id = $1`, [tenantId])).toEqual([]);
  });

  describe('whose questions are asked again', () => {
    const question = 'How many days of paid leave?';
    const converse = async (settings: object = {}) => {
      const { appId } = await makeApp(settings);
      const first = (await ask(appId, question)).body.responseData;
      const { conversationId } = first;
      const second = (await ask(appId, 'Does remote work need consent?', { conversationId })).body
        .responseData;
      const read = async (through?: string) => {
        const query = { appId, chatUserId, ...(through && { through }) };
        const { messages } = await visitor.call(chat.endpoints.session, {
          params: { conversationId },
          query,
        });
        return messages.map(({ queryId, attempts }) => ({ queryId, attempts }));
      };
      return { appId, conversationId, first: first.queryId, second: second.queryId, read };
    };

    it('keeps the earlier attempts with what followed them', { tags: ['CHAT-12'] }, async () => {
      const { appId, conversationId, first, second, read } = await converse();
      const again = await ask(appId, question, { conversationId, retryOf: second });
      const attempts = [second, again.body.responseData.queryId];
      expect(await read()).toEqual([
        { queryId: first, attempts: [] },
        { queryId: attempts[1], attempts },
      ]);
      const edited = await ask(appId, 'When is the canteen open?', { conversationId, retryOf: first });
      const edits = [first, edited.body.responseData.queryId];
      expect(await read()).toEqual([{ queryId: edits[1], attempts: edits }]);
      expect(await read(second)).toEqual([
        { queryId: first, attempts: edits },
        { queryId: second, attempts },
      ]);
    });

    it('continues from the attempt that the reader has before them, and reads only what led to it', async () => {
      const modelId = await makeModel('fake-chat');
      const { appId, conversationId, first, second, read } = await converse({ modelId });
      await ask(appId, 'Is there a zebra?', { conversationId, retryOf: second });
      const next = await ask(appId, 'And a sabbatical?', { conversationId, after: second });
      const request = JSON.stringify(
        provider.requests.findLast(({ path }) => path.endsWith('/chat/completions'))?.body,
      );
      expect(request).toContain('Does remote work need consent?');
      expect(request).not.toContain('zebra');
      expect((await read()).map(({ queryId }) => queryId)).toEqual([
        first,
        second,
        next.body.responseData.queryId,
      ]);
    });

    it('continues after the newest question where the call names none', async () => {
      const { appId, conversationId, first, second, read } = await converse();
      const other = await converse();
      const next = await ask(appId, question, { conversationId, after: other.second });
      expect((await read()).map(({ queryId }) => queryId)).toEqual([
        first,
        second,
        next.body.responseData.queryId,
      ]);
    });
  });

  it('refuses before anything is paid for when the credits are used up', {
    tags: ['CREDIT-10', 'CREDIT-11'],
  }, async () => {
    const poor = await startTestServer({
      env: {
        FREE_CREDITS: '0',
        RATE_LIMIT_CHAT_PER_MINUTE: '600',
        OPENAI_BASE_URL: provider.baseUrl,
        OPENAI_API_KEY: 'k',
        OPENAI_MODEL: 'fake-chat',
      },
    });
    const { client } = await poor.signUp();
    const app = await client.call(apps.endpoints.create, { body: { name: 'Poor', access: 'PUBLIC' } });
    const before = provider.requests.length;
    const asked = { body: { appId: app.appId, query: 'Hello' } };
    const { body } = await client.send(chat.endpoints.query, asked);
    const limits = { appId: app.appId, visitorLimits: { tenMinutes: 2, day: 0 } };
    await client.call(apps.endpoints.update, { body: limits });
    // A refusal counts as one question of the visitor.
    for (const code of ['billing.credits_too_low', 'billing.credits_too_low', 'chat.visitor_limit'])
      expect((await poor.visitor().send(chat.endpoints.query, asked)).body.code).toBe(code);
    expect(body).toMatchObject({
      code: 'billing.credits_too_low',
      message: 'Your credit balance is too low. Please upgrade your account to proceed.',
    });
    expect(provider.requests.length).toBe(before);
    await poor.close();
  });

  it('starts a separate conversation for each of 20 simultaneous questions', async () => {
    const { appId } = await makeApp();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => ask(appId, 'How many days of paid leave?')),
    );
    expect(new Set(replies.map(({ body }) => body.responseData.conversationId)).size).toBe(20);
  });
});
