import { auth } from '@atelier/contracts/account/identity/auth';
import type { Endpoint } from '@atelier/contracts/kernel/contract';
import { audit } from '@atelier/contracts/operate/audit';
import { support } from '@atelier/contracts/operate/support/support';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { joinTenant } from '../../../../tests/member.ts';

const { endpoints } = support;
const sessionId = '3f0e6f5e-6c0f-4d55-9c3b-0b9f0f3f7a11';

describe('the conversation with support', () => {
  let server: TestServer;
  let staff: Client;

  beforeAll(async () => {
    server = await startTestServer({
      env: { INTERNAL_DOMAINS: 'internal.example', SUPPORT_EMAIL: 'support@internal.example' },
    });
    const signedUp = await server.signUp('Hedy Staff');
    staff = signedUp.client;
    await server.sql(
      `update users set email = 'hedy@internal.example', email_verified = true, mail_proven = true where id = $1`,
      [signedUp.user.userId],
    );
  });
  afterAll(() => server.close());

  const ask = (client: Client, text: string) =>
    client.call(endpoints.ask, { body: { text, screen: '/apps/app_1', sessionId } });
  const questionOf = async (email: string) =>
    (await staff.call(endpoints.listQuestions, { query: { search: email } })).items[0];
  const mailTo = (address: string, part: string) =>
    eventually(async () => {
      const { mails } = await server.visitor().call(auth.endpoints.outbox, {});
      return mails.find(({ to, text }) => to === address && text.includes(part));
    });

  it('stores a question, mails it to support with screen and version, and shows the answer', {
    tags: ['SESSION-27'],
  }, async () => {
    const { client, email } = await server.signUp();
    expect(await client.call(endpoints.conversation, {})).toEqual({ state: null, messages: [] });
    await ask(client, 'How do I share an app?');
    const mail = await mailTo('support@internal.example', 'How do I share an app?');
    expect(mail.subject).toBe('Question from Ada Lovelace (Ada Lovelace Ltd)');
    expect(mail.text).toContain(`${email}, on /apps/app_1, version 2.3.4`);

    const question = await questionOf(email);
    expect(question).toMatchObject({
      state: 'OPEN',
      companyName: 'Ada Lovelace Ltd',
      user: { name: 'Ada Lovelace', email },
      lastText: 'How do I share an app?',
    });
    const params = { id: question?.questionId ?? '' };
    await staff.call(endpoints.reply, { params, body: { text: 'Open it and press Share.' } });
    await mailTo(email, 'Open it and press Share.');
    const conversation = await client.call(endpoints.conversation, {});
    expect(conversation.state).toBe('ANSWERED');
    expect(conversation.messages.map(({ author, authorName, text }) => [author, authorName, text])).toEqual([
      ['USER', 'Ada Lovelace', 'How do I share an app?'],
      ['STAFF', 'Hedy Staff', 'Open it and press Share.'],
    ]);

    await ask(client, 'Thank you. And a widget?');
    expect(await questionOf(email)).toMatchObject({ questionId: params.id, state: 'OPEN' });
    const whole = await staff.call(endpoints.getQuestion, { params });
    expect(whole.messages.at(-1)).toMatchObject({ screen: '/apps/app_1', appVersion: '2.3.4', sessionId });
    expect((await questionOf(email))?.lastText).toBe('Thank you. And a widget?');
    expect(whole.lastText).toBe('Thank you. And a widget?');
    const { items } = await client.call(audit.endpoints.list, { query: { action: 'support.*' } });
    expect(items.map(({ action, details }) => [action, details])).toEqual([
      ['support.asked', { screen: '/apps/app_1' }],
      ['support.answered', { by: 'Hedy Staff' }],
      ['support.asked', { screen: '/apps/app_1' }],
    ]);
  });

  it('requires a text, and refuses an address with a query', { tags: ['AUTH-20'] }, async () => {
    const { client } = await server.signUp();
    const empty = await client.send(endpoints.ask, { body: { text: ' ', screen: '/apps', sessionId } });
    expect([empty.status, empty.body.message]).toEqual([400, 'Please enter your feedback']);
    const query = await client.send(endpoints.ask, {
      body: { text: 'Help', screen: '/verify?token=secret', sessionId },
    });
    expect(query.status).toBe(400);
  });

  it('belongs to one user in one tenant, and colleagues see their own', async () => {
    const { client, user } = await server.signUp();
    await ask(client, 'Only for me');
    const colleague = await joinTenant(server, { tenantId: user.tenantId, role: 'ADMIN' });
    expect((await colleague.client.call(endpoints.conversation, {})).messages).toEqual([]);
    await ask(colleague.client, 'Mine');
    expect((await client.call(endpoints.conversation, {})).messages.map(({ text }) => text)).toEqual([
      'Only for me',
    ]);
  });

  it('accepts ten messages of a user in ten minutes, in all tenants together, and then says what to do', async () => {
    const { client, user } = await server.signUp();
    const elsewhere = await joinTenant(server, { tenantId: user.tenantId, role: 'ADMIN' });
    const flood = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        client.send(endpoints.ask, { body: { text: `Flood ${index}`, screen: '/apps', sessionId } }),
      ),
    );
    const refused = flood.filter(({ status }) => status !== 200);
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
      [429, 'support.asked_often'],
      [429, 'support.asked_often'],
    ]);
    expect(refused[0]?.body.message).toContain('wait ten minutes');
    expect((await client.call(endpoints.conversation, {})).messages).toHaveLength(10);
    await ask(elsewhere.client, 'A colleague is not held up');
    const other = await server.signUp();
    await server.sql('update support_asks set user_id = $1 where user_id = $2', [
      other.user.userId,
      user.userId,
    ]);
    const asked = { body: { text: 'Another company', screen: '/apps', sessionId } };
    expect((await other.client.send(endpoints.ask, asked)).body.code).toBe('support.asked_often');
  });

  it('accepts fifty messages of a user in a day, and more on the next day', async () => {
    const { client, user } = await server.signUp();
    await server.sql(
      `insert into support_asks (user_id, asked_at) select $1, now() - interval '1 hour' from generate_series(1, 49)`,
      [user.userId],
    );
    await ask(client, 'The fiftieth');
    const asked = { body: { text: 'One more', screen: '/apps', sessionId } };
    expect((await client.send(endpoints.ask, asked)).body.code).toBe('support.asked_often');
    await server.sql(`update support_asks set asked_at = asked_at - interval '1 day' where user_id = $1`, [
      user.userId,
    ]);
    await ask(client, 'The next day');
    expect(await server.sql('select 1 from support_asks where user_id = $1', [user.userId])).toHaveLength(1);
  });

  it('lists the questions of all tenants page by page, filtered by state', async () => {
    for (const name of ['Emmy Noether', 'Lise Meitner', 'Marie Curie'])
      await ask((await server.signUp(name)).client, `From ${name}`);
    const open = { state: 'OPEN', limit: 2 } as const;
    const first = await staff.call(endpoints.listQuestions, { query: open });
    expect(first.items.map(({ lastText }) => lastText)).toEqual(['From Marie Curie', 'From Lise Meitner']);
    const next = await staff.call(endpoints.listQuestions, {
      query: { ...open, cursor: first.nextCursor ?? '' },
    });
    expect(next.items[0]?.lastText).toBe('From Emmy Noether');
    const params = { id: next.items[0]?.questionId ?? '' };
    await staff.call(endpoints.reply, { params, body: { text: 'Done' } });
    const answered = await staff.call(endpoints.listQuestions, { query: { state: 'ANSWERED' } });
    expect(answered.items[0]).toMatchObject({ user: { name: 'Emmy Noether' }, lastText: 'Done' });
  });

  it('is answered only by operators, and only where there is a question', async () => {
    const { client } = await server.signUp();
    for (const endpoint of [
      endpoints.listQuestions,
      endpoints.getQuestion,
      endpoints.reply,
      endpoints.usage,
    ]) {
      const reply = await client.send<Endpoint>(endpoint, { params: { id: 'sup_x' } } as never);
      expect([reply.status, reply.body.code]).toEqual([404, 'request.not_found']);
    }
    const missing = { params: { id: 'sup_missing' } };
    for (const reply of [
      await staff.send(endpoints.getQuestion, missing),
      await staff.send(endpoints.reply, { ...missing, body: { text: 'Hello?' } }),
    ])
      expect([reply.status, reply.body.code]).toEqual([404, 'support.question_not_found']);
  });

  it('is stored also where there is no address for mails', async () => {
    const silent = await server.another({ env: { INTERNAL_DOMAINS: 'internal.example' } });
    const { client } = await silent.signUp('Rosalind Franklin');
    await ask(client, 'Is anybody there?');
    expect((await client.call(endpoints.conversation, {})).messages).toHaveLength(1);
    await silent.close();
  });
});

describe('the count of opened screens', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ env: { INTERNAL_DOMAINS: 'internal.example' } });
  });
  afterAll(() => server.close());

  const record = (client: Client, views: { screen: string; count: number }[]) =>
    client.call(endpoints.recordViews, { body: { views } });

  it('adds up by screen, day and tenant, and stores no id and no user', {
    tags: ['SESSION-28'],
  }, async () => {
    const [one, two] = [await server.signUp(), await server.signUp('Grace Hopper')];
    await record(one.client, [
      { screen: '/apps/:id', count: 2 },
      { screen: '/apps/:id', count: 1 },
      { screen: '/agents', count: 1 },
    ]);
    await record(one.client, [{ screen: '/apps/:id', count: 1 }]);
    await record(two.client, [{ screen: '/agents', count: 4 }]);
    const rows = await server.sql<Record<string, unknown>>('select * from screen_views');
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual(['day', 'screen', 'tenant_id', 'views']);
    await server.sql(
      `update users set email = 'ada@internal.example', email_verified = true, mail_proven = true where id = $1`,
      [one.user.userId],
    );
    const usage = await one.client.call(endpoints.usage, {});
    expect(usage).toEqual({
      isOn: true,
      screens: [
        { screen: '/agents', views: 5, tenants: 2 },
        { screen: '/apps/:id', views: 4, tenants: 1 },
      ],
      perDay: [{ day: new Date().toISOString().slice(0, 10), views: 9 }],
    });
  });

  it.each([
    '/apps/app_1',
    '/apps?search=salary',
    '/a/b/c/d/e/f',
    `/${'a'.repeat(41)}`,
    '/Ada',
    '/a//b',
    'apps',
    'other',
  ])('takes no screen %s, which is no pattern', { tags: ['SESSION-28'] }, async (screen) => {
    const { client } = await server.signUp();
    const views = [{ screen, count: 1 }];
    expect((await client.send(endpoints.recordViews, { body: { views } })).status).toBe(400);
  });

  it('accepts a thousand views in one report, and counts no more than fits into a day', async () => {
    const { client, user } = await server.signUp();
    const many = [
      { screen: '/apps', count: 600 },
      { screen: '/agents', count: 401 },
    ];
    expect((await client.send(endpoints.recordViews, { body: { views: many } })).status).toBe(400);
    await record(client, [{ screen: '/apps', count: 600 }]);
    await server.sql('update screen_views set views = 1000000000 where tenant_id = $1', [user.tenantId]);
    await record(client, [{ screen: '/apps', count: 600 }]);
    const rows = await server.sql('select views from screen_views where tenant_id = $1', [user.tenantId]);
    expect(rows).toEqual([{ views: 1_000_000_000 }]);
  });

  it('adds up to sums above the limit of a single number', async () => {
    const staff = await server.signUp();
    await server.sql(
      `update users set email = 'joan@internal.example', email_verified = true, mail_proven = true where id = $1`,
      [staff.user.userId],
    );
    await server.sql(
      `insert into screen_views (tenant_id, day, screen, views)
         select $1, current_date - 1, '/full-' || n, 1000000000 from generate_series(1, 3) n`,
      [staff.user.tenantId],
    );
    const { perDay } = await staff.client.call(endpoints.usage, {});
    expect(perDay[0]?.views).toBe(3_000_000_000);
    await server.sql('update screen_views set day = current_date - 7 where tenant_id = $1', [
      staff.user.tenantId,
    ]);
    const daysOf = async (days: number) =>
      (await staff.client.call(endpoints.usage, { query: { days } })).perDay.map(({ views }) => views);
    expect(await daysOf(7)).not.toContain(3_000_000_000);
    expect(await daysOf(8)).toContain(3_000_000_000);
    await server.sql('delete from screen_views where tenant_id = $1', [staff.user.tenantId]);
  });

  it('counts two hundred screens of a tenant and day separately, and the others as one', async () => {
    const { client, user } = await server.signUp();
    const letters = 'abcdefghijklmnopqrstuvwxyz';
    const madeUp = Array.from({ length: 250 }, (_, index) => ({
      screen: `/${letters[index % 26]}${letters[Math.floor(index / 26)]}`,
      count: 1,
    }));
    await Promise.all([0, 50, 100, 150, 200].map((start) => record(client, madeUp.slice(start, start + 50))));
    await record(client, [{ screen: '/made-up-again', count: 5 }]);
    const rows = await server.sql<{ screen: string; views: number }>(
      'select screen, views from screen_views where tenant_id = $1',
      [user.tenantId],
    );
    expect(rows).toHaveLength(201);
    expect(rows.find(({ screen }) => screen === 'other')?.views).toBe(55);
  });

  it('is off with ANALYTICS=off', { tags: ['SESSION-28'] }, async () => {
    const quiet = await server.another({ env: { ANALYTICS: 'off' } });
    const { client, user } = await quiet.signUp('Alan Turing');
    await record(client, [{ screen: '/agents', count: 1 }]);
    expect(await server.sql('select 1 from screen_views where tenant_id = $1', [user.tenantId])).toEqual([]);
    await quiet.close();
  });
});
