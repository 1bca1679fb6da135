import { people } from '@atelier/contracts/account/people/people';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const join = (tenantId: string, userId: string, role: string) =>
  server.sql('insert into memberships (tenant_id, user_id, role) values ($1, $2, $3)', [
    tenantId,
    userId,
    role,
  ]);
const tenantOf = async (client: Client, entityId: string) =>
  (await client.call(people.endpoints.findTenantOf, { query: { entityId } })).tenant;
/** Creates a tenant with a knowledge base, and a user with a tenant of their own. */
const twoTenants = async () => {
  const host = await server.signUp('Ada Lovelace');
  const guest = await server.signUp('Grace Hopper');
  const base = await host.client.call(knowledge.endpoints.create, { body: { name: 'Harbour handbook' } });
  return { host, guest, id: base.knowledgeBaseId };
};

describe('the tenant of an entity that a link leads to', () => {
  it('is named to a member who is signed in to another tenant', async () => {
    const { host, guest, id } = await twoTenants();
    await join(host.user.tenantId, guest.user.userId, 'BUILDER');
    expect(await tenantOf(guest.client, id)).toEqual({
      tenantId: host.user.tenantId,
      tenantName: 'Ada Lovelace Ltd',
    });
  });

  it('is not named to users who are not members', async () => {
    const { guest, id } = await twoTenants();
    expect(await tenantOf(guest.client, id)).toBeNull();
  });

  it('is not named to a member whose role there does not see the entity', async () => {
    const { host, guest, id } = await twoTenants();
    await join(host.user.tenantId, guest.user.userId, 'OPERATOR');
    expect(await tenantOf(guest.client, id)).toBeNull();
  });

  it('is not named while the tenant is disabled', async () => {
    const { host, guest, id } = await twoTenants();
    await join(host.user.tenantId, guest.user.userId, 'BUILDER');
    await server.sql(`update tenants set status = 'DISABLED' where id = $1`, [host.user.tenantId]);
    expect(await tenantOf(guest.client, id)).toBeNull();
  });

  it('is not searched when the entity is in the current tenant, of no known kind, or does not exist', async () => {
    const { host, id } = await twoTenants();
    for (const wanted of [id, 'somewhere', 'kb_missing'])
      expect(await tenantOf(host.client, wanted)).toBeNull();
  });
});
