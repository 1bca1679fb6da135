import { auth } from '@atelier/contracts/account/identity/auth';
import { waitlist } from '@atelier/contracts/account/identity/waitlist';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import type { Endpoint } from '@atelier/contracts/kernel/contract';
import { admin } from '@atelier/contracts/operate/admin';
import { audit } from '@atelier/contracts/operate/audit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from '../../../../tests/client.ts';
import { eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { importTexts, newKnowledgeBase } from '../../../../tests/knowledge.ts';
import { joinTenant } from '../../../../tests/member.ts';

const { endpoints } = admin;

describe('the administration of the server', () => {
  let server: TestServer;
  let staff: Client;

  beforeAll(async () => {
    server = await startTestServer({ env: { INTERNAL_DOMAINS: 'internal.example,Second.example' } });
    staff = (await signUpAs('ada@internal.example')).client;
  });
  afterAll(() => server.close());

  /** Signs a user up with this address, verified or not. */
  const signUpAs = async (email: string, verified = true) => {
    const signedUp = await server.signUp('Ada Staff');
    const { userId } = signedUp.user;
    await server.sql('update users set email = $1, email_verified = $2, mail_proven = $2 where id = $3', [
      email,
      verified,
      userId,
    ]);
    return signedUp;
  };
  const isAdministrator = async (client: Client) => (await client.call(endpoints.me, {})).isAdministrator;
  const answersOf = async (client: Client) => {
    const answers = new Set<string>();
    for (const endpoint of Object.values<Endpoint>(endpoints)) {
      if (endpoint.path === endpoints.me.path) continue;
      const reply = await client.send(endpoint, {
        params: { id: 'ten_missing', invoiceId: 'inv_missing' },
      } as never);
      answers.add(`${reply.status} ${reply.body.code}`);
    }
    return [...answers];
  };
  const tenantsOf = async (search: string) =>
    (await staff.call(endpoints.listTenants, { query: { search } })).items;

  it('is open to a verified address of any of the internal domains', {
    tags: ['ROUTE-05', 'ROUTE-06'],
  }, async () => {
    const second = (await signUpAs('grace@second.example')).client;
    for (const client of [staff, second]) {
      expect(await isAdministrator(client)).toBe(true);
      expect((await client.send(endpoints.listTenants, {})).status).toBe(200);
    }
  });

  it.each([
    'eve@other.example',
    'eve@sub.internal.example',
    'eve@evil-internal.example',
    'eve@internal.example.evil.com',
  ])('is not there for %s', { tags: ['ROUTE-05', 'ROUTE-06'] }, async (email) => {
    const { client } = await signUpAs(email);
    expect(await isAdministrator(client)).toBe(false);
    expect(await answersOf(client)).toEqual(['404 request.not_found']);
  });

  it('is hidden from an unverified address, from an API key, and without a session', {
    tags: ['ROUTE-06'],
  }, async () => {
    const { client } = await signUpAs('mallory@internal.example', false);
    expect(await isAdministrator(client)).toBe(false);
    expect(await answersOf(client)).toEqual(['404 request.not_found']);
    const { apiKey } = await staff.call(auth.endpoints.getApiKey, {});
    const program = new Client(server.origin, apiKey ?? '');
    expect(await isAdministrator(program)).toBe(false);
    expect(await answersOf(program)).toEqual(['404 request.not_found']);
    expect(await answersOf(server.visitor())).toEqual(['401 auth.unauthenticated']);
  });

  it('is closed to a user whose tenant was disabled', { tags: ['ROUTE-06'] }, async () => {
    const { client, user } = await signUpAs('joan@internal.example');
    expect(await isAdministrator(client)).toBe(true);
    await server.sql(`update tenants set status = 'DISABLED' where id = $1`, [user.tenantId]);
    expect(await answersOf(client)).toEqual(['401 auth.unauthenticated']);
  });

  it('lists every tenant with its owner, status and usage', async () => {
    const { client, user, email } = await server.signUp('Katherine Johnson');
    await joinTenant(server, { tenantId: user.tenantId, role: 'OPERATOR' });
    const base = await newKnowledgeBase(client);
    await importTexts(client, base, { 'leave.txt': 'Annual leave is 25 days.' });
    const [tenant] = await tenantsOf(email);
    expect(tenant).toMatchObject({
      tenantId: user.tenantId,
      name: 'Katherine Johnson Ltd',
      status: 'ACTIVE',
      owner: { name: 'Katherine Johnson', email },
      members: 2,
      files: { count: 1, bytes: 24 },
      billing: { planName: expect.any(String), status: 'ACTIVE', creditsSpent: 0 },
      disabled: null,
      abilities: { canDisable: true, canEnable: false },
    });
    expect(tenant?.billing?.creditsLeft).toBeGreaterThan(0);
    expect(tenant?.things.map(({ kind, count }) => [kind, count])).toEqual(
      expect.arrayContaining([
        ['KNOWLEDGE_BASE', 1],
        ['APP', 0],
      ]),
    );
    expect(Date.parse(tenant?.lastActiveAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
    const byName = { query: { sort: 'name', order: 'asc', limit: 2 } } as const;
    const page = await staff.call(endpoints.listTenants, byName);
    const names = page.items.map(({ name }) => name.toLowerCase());
    expect(names).toEqual(names.toSorted());
    expect([page.items.length, page.total > 2, page.nextCursor === null]).toEqual([2, true, false]);
  });

  it('disables a tenant with a reason that is recorded in its audit log, and enables it again', async () => {
    const { client, user, email } = await server.signUp('Hedy Lamarr');
    const { tenantId } = user;
    const params = { id: tenantId };
    const isOpen = async () => {
      const [row] = await server.sql<{ status: string }>('select status from tenants where id = $1', [
        tenantId,
      ]);
      return row?.status === 'ACTIVE';
    };
    await staff.call(endpoints.disable, { params, body: { reason: 'Unpaid for months' } });
    expect(await isOpen()).toBe(false);
    const [closed] = await tenantsOf(email);
    expect([closed?.status, closed?.disabled?.reason]).toEqual(['DISABLED', 'Unpaid for months']);
    expect(closed?.abilities).toEqual({ canDisable: false, canEnable: true });
    await staff.call(endpoints.enable, { params });
    expect(await isOpen()).toBe(true);
    expect((await tenantsOf(email))[0]?.disabled).toBeNull();
    const written = await server.sql<{ action: string; name: string; reason: string | null }>(
      `select action, actor ->> 'name' as name, details ->> 'reason' as reason from audit_log
       where tenant_id = $1 and action like 'tenancy.tenant_%abled' order by created_at`,
      [tenantId],
    );
    expect(written).toEqual([
      { action: 'tenancy.tenant_disabled', name: 'Ada Staff', reason: 'Unpaid for months' },
      { action: 'tenancy.tenant_enabled', name: 'Ada Staff', reason: null },
    ]);
    expect((await client.send(auth.endpoints.session, {})).status).toBe(200);
  });

  it('refuses to disable the operator’s own tenant, a missing one, and one without a reason', async () => {
    const { user } = await staff.call(auth.endpoints.session, {});
    const disable = (id: string, reason = 'Because') =>
      staff.send(endpoints.disable, { params: { id }, body: { reason } });
    const own = await disable(user?.tenantId ?? '');
    expect([own.status, own.body.code]).toEqual([409, 'admin.own_tenant']);
    const missing = await disable('ten_missing');
    expect([missing.status, missing.body.code]).toEqual([404, 'admin.tenant_not_found']);
    expect((await disable('ten_missing', ' ')).body.code).toBe('request.invalid');
    const enabled = await staff.send(endpoints.enable, { params: { id: 'ten_missing' } });
    expect(enabled.body.code).toBe('admin.tenant_not_found');
  });

  it('answers the waiting list: admits by mail, declines, and records both in the audit log', {
    tags: ['ROUTE-06'],
  }, async () => {
    const join = async (name: string) => {
      const email = `${crypto.randomUUID()}@example.com`;
      const body = { name, email, companyName: `${name} Ltd`, phone: '+49 30 123456' };
      await server.visitor().call(waitlist.endpoints.join, { body });
      const { items } = await staff.call(endpoints.listWaitlist, { query: { search: email } });
      return { email, id: items[0]?.waitlistId ?? '' };
    };
    const [mary, eve] = [await join('Mary Jackson'), await join('Eve Adams')];
    const statusOf = async ({ email }: { email: string }) =>
      (await staff.call(endpoints.listWaitlist, { query: { search: email } })).items[0]?.status;
    expect(await statusOf(mary)).toBe('WAITING');
    await staff.call(endpoints.admit, { params: { id: mary.id } });
    await staff.call(endpoints.decline, { params: { id: eve.id } });
    expect([await statusOf(mary), await statusOf(eve)]).toEqual(['ADMITTED', 'DECLINED']);
    const mail = await eventually(async () =>
      (await server.visitor().call(auth.endpoints.outbox, {})).mails.find(({ to }) => to === mary.email),
    );
    expect(mail.text).toContain('/signup?invite=');
    const waiting = await staff.call(endpoints.listWaitlist, { query: { status: 'WAITING' } });
    expect(waiting.items.map(({ waitlistId }) => waitlistId)).not.toContain(mary.id);
    const log = await staff.call(audit.endpoints.list, { query: { search: mary.email } });
    expect(log.items[0]?.action).toBe('identity.waitlist_admitted');
    const missing = await staff.send(endpoints.admit, { params: { id: 'wait_missing' } });
    expect([missing.status, missing.body.code]).toEqual([404, 'waitlist.not_found']);
  });

  it('shows nothing that a tenant has written', async () => {
    const { client, email } = await server.signUp('Rosalind Franklin');
    await client.call(knowledge.endpoints.create, { body: { name: 'Secret helix' } });
    expect(JSON.stringify(await tenantsOf(email))).not.toContain('Secret helix');
  });
});
