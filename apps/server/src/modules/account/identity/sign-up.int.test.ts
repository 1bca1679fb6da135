import { auth, type SignUp } from '@atelier/contracts/account/identity/auth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { defineModule, subscribe } from '../../../kernel/module/module.ts';
import { tenantEvents } from '../tenancy/declarations.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const { endpoints } = auth;
const newUser = (email: string, change: Partial<SignUp> = {}) => ({
  name: 'Ada King Lovelace',
  email,
  password: 'Correct-Horse-7',
  companyName: 'Analytical Engines',
  ...change,
});
const tables = ['users', 'accounts', 'tenants', 'memberships', 'sessions', 'audit_log'];
const rowsIn = async () => {
  const counts = tables.map((name) => `(select count(*)::int from ${name}) as ${name}`);
  return (await server.sql<Record<string, number>>(`select ${counts.join(', ')}`))[0];
};

describe('sign-up', () => {
  it('creates a user, their tenant and a session', { tags: ['TENANT-05', 'AUTH-04'] }, async () => {
    const client = server.visitor();
    const { user } = await client.call(endpoints.signUp, { body: newUser(' Ada@Example.com ') });
    expect(user).toMatchObject({
      role: 'OWNER',
      tenantName: 'Analytical Engines',
      name: 'Ada King Lovelace',
      firstName: 'Ada',
      lastName: 'King Lovelace',
      email: 'ada@example.com',
      email_verified: false,
      profilePicture: null,
    });
    expect(user?.userId).toMatch(/^auth_/);
    expect(user?.tenantId).toMatch(/^ten_/);
    expect(user?.permissions).toContain('tenant:own');
    expect(await client.call(endpoints.session, {})).toEqual({ user });
  });

  it('emits an event about the new tenant and adds an entry to its audit log', async () => {
    const facts: unknown[] = [];
    const listener = defineModule({
      name: 'listener',
      subscribers: [subscribe(tenantEvents.created, async (_ctx, fact) => void facts.push(fact))],
    });
    const listening = await startTestServer({ extraModules: [listener] });
    const { user } = await listening.signUp();
    await eventually(async () => facts.length > 0);
    expect(facts).toEqual([{ tenantId: user.tenantId, ownerId: user.userId }]);
    const trail = await listening.sql<{ action: string }>(
      `select action from audit_log where tenant_id = $1 and actor ->> 'userId' = $2 order by action`,
      [user.tenantId, user.userId],
    );
    expect(trail.map(({ action }) => action)).toEqual(['identity.signed_up', 'tenancy.tenant_created']);
    await listening.close();
  });

  it('creates exactly one user and one tenant when ten sign-ups race for one address', async () => {
    const before = await rowsIn();
    const replies = await Promise.all(
      Array.from({ length: 10 }, () =>
        server.visitor().send(endpoints.signUp, { body: newUser('race@example.com') }),
      ),
    );
    const codes = replies.map(({ status, body }) => `${status} ${body.code ?? 'made'}`).sort();
    expect(codes).toEqual(['200 made', ...Array.from({ length: 9 }, () => '409 auth.email_taken')]);
    const after = await rowsIn();
    expect(after).toEqual({
      users: (before?.['users'] ?? 0) + 1,
      accounts: (before?.['accounts'] ?? 0) + 1,
      tenants: (before?.['tenants'] ?? 0) + 1,
      memberships: (before?.['memberships'] ?? 0) + 1,
      sessions: (before?.['sessions'] ?? 0) + 1,
      audit_log: (before?.['audit_log'] ?? 0) + 2,
    });
  });

  it('stores nothing when its last step fails', async () => {
    const before = await rowsIn();
    await server.sql(`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'the disk is full'; end $$`);
    await server.sql('create trigger refuse before insert on sessions execute function refuse()');
    const half = { body: newUser('half@example.com') };
    const reply = await server.visitor().send(endpoints.signUp, half);
    expect(reply.body.code).toBe('server.internal');
    expect(reply.headers.getSetCookie()).toEqual([]);
    expect(await rowsIn()).toEqual(before);
    await server.sql('drop trigger refuse on sessions');
    expect((await server.visitor().send(endpoints.signUp, half)).status).toBe(200);
  });

  it('refuses an address that has an account, in any spelling', async () => {
    const { email } = await server.signUp();
    const reply = await server.visitor().send(endpoints.signUp, { body: newUser(` ${email.toUpperCase()}`) });
    expect(reply.status).toBe(409);
    expect(reply.body.code).toBe('auth.email_taken');
    expect(reply.headers.getSetCookie()).toEqual([]);
  });

  it.each([
    {
      what: 'an email without a domain (AUTH-16, AUTH-24)',
      email: 'ada',
      says: 'Please enter a valid email',
    },
    { what: 'an empty email (AUTH-19)', email: ' ', says: 'Please enter your email' },
    { what: 'an empty name (AUTH-18)', name: ' ', says: 'Please enter your name' },
    {
      what: 'a name in small letters (AUTH-25)',
      name: 'ada',
      says: 'Please begin your name with a capital letter',
    },
    { what: 'no password (AUTH-11)', password: '', says: 'Password is required' },
    { what: 'a short password (AUTH-13)', password: 'Ab1!', says: 'Password must be at least 8 characters' },
    { what: 'a space (AUTH-14)', password: 'Abc 1234!', says: 'Password should not contain spaces' },
    {
      what: 'letters alone (AUTH-15)',
      password: 'Abcdefghij',
      says: 'Password must include letters, numbers and special characters',
    },
    { what: 'no company', companyName: ' ', says: 'Please enter your company name' },
  ])('refuses $what and keeps nothing', async ({ what: _what, says, ...change }) => {
    const before = await rowsIn();
    const { status, body } = await server
      .visitor()
      .send(endpoints.signUp, { body: newUser('new@example.com', change) });
    expect({ status, code: body.code, message: body.message }).toEqual({
      status: 400,
      code: 'request.invalid',
      message: says,
    });
    expect(await rowsIn()).toEqual(before);
  });

  it('gives tenants of the same name different slugs', async () => {
    for (const email of ['one@example.com', 'two@example.com'])
      await server
        .visitor()
        .call(endpoints.signUp, { body: newUser(email, { companyName: 'Café Größe & Co' }) });
    const rows = await server.sql<{ slug: string }>(
      `select slug from tenants where name = 'Café Größe & Co'`,
    );
    expect(new Set(rows.map(({ slug }) => slug)).size).toBe(2);
    for (const { slug } of rows) expect(slug).toMatch(/^cafe-grosse-co-[0-9a-f]{8}$/);
  });
});
