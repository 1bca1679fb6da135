import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withoutTenant } from '../../src/kernel/db/transaction/with-tenant.ts';
import { startTestServer, type TestServer } from '../harness.ts';

/** The tables that belong to no tenant, each with the reason. All others must have the forced policy. */
const withoutPolicy: Record<string, string> = {
  schema_migrations: 'which migrations ran',
  schema_functions: 'which functions were applied',
  tenants: 'the tenants themselves; read before one is known',
  public_objects: 'where public links lead; ids only',
  revisions: 'which transaction changed a tenant or a user last; ids and numbers only',
  executors: 'processes that work on the runs of all tenants',
  mail_outbox: 'mails to addresses, not to tenants',
  users: 'a person may belong to several tenants',
  accounts: 'how a person signs in',
  sessions: 'read before a tenant is known; tokens hashed',
  verifications: 'proofs of addresses; tokens hashed',
  memberships: 'which tenants a person belongs to; read at sign-in',
  invitations: 'read by people who belong to no tenant yet; tokens hashed',
  operator_spending: 'all companies together have a ceiling, which outlives them; ids and sums only',
  founders: 'who founded a company, which outlives it; ids only',
  invitation_mails: 'an address is spared whichever company invites it; hashed',
  second_factors: 'how a person signs in; secrets encrypted',
  recovery_codes: 'how a person signs in; hashed',
  pictures: 'a person may belong to several tenants; shown to members of the same one',
  api_keys: 'read before a tenant is known; hashed',
  payment_customers: 'an event names a customer, and the company has to be found; ids only',
  stored_objects: 'which objects somebody refers to, for one sweep; keys only',
  openid_attempts: 'sign-ins that have begun, before anybody is known; hashed',
  passkeys: 'how a person signs in',
  passkey_challenges: 'questions to passkeys, before anybody is known; hashed',
  support_inbox: 'one inbox serves all companies; ids only',
  support_asks: 'a person is counted over all companies; ids and moments only',
  screen_views: 'counts of screens for those who run the server; numbers only',
  waitlist: 'people who have no account yet; tokens hashed',
  sign_in_attempts: 'counts failures per hashed caller, before anybody is known',
};

describe('the three locks on tenants', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('force a row policy on every table that is not on the short list', async () => {
    const tables = await server.sql<{
      name: string;
      enabled: boolean;
      forced: boolean;
      policies: number;
      leads: boolean;
    }>(`
      select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
        -- Restrictive policies only narrow what the permissive one allows.
        (select count(*)::int from pg_policy p where p.polrelid = c.oid and p.polpermissive
          and ('atelier_app'::regrole = any (p.polroles) or 0 = any (p.polroles))) as policies,
        exists (select 1 from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
                where i.indrelid = c.oid and a.attname = 'tenant_id') as leads
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind in ('r', 'p')`);
    expect(tables.length).toBeGreaterThan(15);
    const bound = tables.filter(({ name }) => !(name in withoutPolicy));
    for (const table of bound)
      expect(table).toMatchObject({ enabled: true, forced: true, policies: 1, leads: true });
  });

  it('reads every view with the rights and row policies of the caller', async () => {
    const views = await server.sql<{ name: string; asks: boolean }>(`
      select c.relname as name, coalesce('security_invoker=true' = any (c.reloptions), false) as asks
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind = 'v'`);
    expect(views.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['tenant_profiles', 'members', 'user_profiles']),
    );
    expect(views.filter(({ asks }) => !asks)).toEqual([]);
  });

  it('include the tenant in every foreign key and unique index between tenant tables', async () => {
    const keys = await server.sql<{
      name: string;
      relation: string;
      columns: string[];
      target: string | null;
    }>(`
      select con.conname as name, c.relname as relation, t.relname as target,
        array(select a.attname::text from unnest(con.conkey) k join pg_attribute a on a.attrelid = c.oid and a.attnum = k) as columns
      from pg_constraint con join pg_class c on c.oid = con.conrelid join pg_namespace n on n.oid = c.relnamespace
      left join pg_class t on t.oid = con.confrelid
      where n.nspname = 'public' and con.contype in ('p', 'u', 'f')`);
    const bound = keys.filter(
      ({ relation, target }) => !(relation in withoutPolicy) && !(target !== null && target in withoutPolicy),
    );
    expect(bound.length).toBeGreaterThan(15);
    for (const key of bound)
      expect(key, key.name).toMatchObject({ columns: expect.arrayContaining(['tenant_id']) });
  });

  it('include a role that owns nothing and bypasses nothing', async () => {
    const [role] = await withoutTenant(
      server.pool,
      async (db) =>
        (
          await db.execute(sql`select current_user as name, rolsuper, rolbypassrls,
      (select count(*)::int from pg_class where relowner = r.oid) as owned from pg_roles r where rolname = current_user`)
        ).rows,
    );
    expect(role).toEqual({ name: 'atelier_app', rolsuper: false, rolbypassrls: false, owned: 0 });
  });

  it('show no row without a tenant, also on a connection that served one before', async () => {
    const { client, user } = await server.signUp();
    await client.fetch('/api/payment/subscription');
    const counted = await withoutTenant(
      server.pool,
      async (db) => (await db.execute(sql`select count(*)::int as rows from ledger_balances`)).rows,
    );
    expect(counted).toEqual([{ rows: 0 }]);
    expect(
      await server.sql('select 1 from ledger_balances where tenant_id = $1', [user.tenantId]),
    ).not.toEqual([]);
  });

  it('refuse a row of another tenant', async () => {
    const mine = (await server.signUp()).user.tenantId;
    const theirs = (await server.signUp()).user.tenantId;
    const ctx = server.contextOf(mine);
    const insert = ctx.tx((tx) =>
      tx.db.execute(
        sql`insert into events (tenant_id, id, type, payload) values (${theirs}, 'evt_x', 't', '{}')`,
      ),
    );
    await expect(insert).rejects.toMatchObject({
      cause: { message: expect.stringContaining('row-level security') },
    });
  });

  it('prevent changes to the audit log and the ledger', async () => {
    const { user } = await server.signUp();
    const ctx = server.contextOf(user.tenantId);
    for (const table of ['audit_log', 'ledger_transactions', 'ledger_entries']) {
      const erase = ctx.tx((tx) => tx.db.execute(sql.raw(`delete from ${table}`)));
      await expect(erase, table).rejects.toMatchObject({
        cause: { message: expect.stringContaining('permission denied') },
      });
    }
  });
});
