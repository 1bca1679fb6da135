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
const companyOf = async (client: Client, entityId: string) =>
  (await client.call(people.endpoints.findCompanyOf, { query: { entityId } })).company;
/** Creates a tenant with a knowledge base, and a user with a tenant of their own. */
const twoCompanies = async () => {
  const host = await server.signUp('Ada Lovelace');
  const guest = await server.signUp('Grace Hopper');
  const base = await host.client.call(knowledge.endpoints.create, { body: { name: 'Harbour handbook' } });
  return { host, guest, id: base.knowledgeBaseId };
};

describe('the company of a thing that a link leads to', () => {
  it('is told to who belongs to it and stands in another company', async () => {
    const { host, guest, id } = await twoCompanies();
    await join(host.user.tenantId, guest.user.userId, 'BUILDER');
    expect(await companyOf(guest.client, id)).toEqual({
      tenantId: host.user.tenantId,
      tenantName: 'Ada Lovelace Ltd',
    });
  });

  it('is told to nobody who does not belong to it', async () => {
    const { guest, id } = await twoCompanies();
    expect(await companyOf(guest.client, id)).toBeNull();
  });

  it('is not told to a member whose role there does not show it', async () => {
    const { host, guest, id } = await twoCompanies();
    await join(host.user.tenantId, guest.user.userId, 'OPERATOR');
    expect(await companyOf(guest.client, id)).toBeNull();
  });

  it('is not told while the company is disabled', async () => {
    const { host, guest, id } = await twoCompanies();
    await join(host.user.tenantId, guest.user.userId, 'BUILDER');
    await server.sql(`update tenants set status = 'DISABLED' where id = $1`, [host.user.tenantId]);
    expect(await companyOf(guest.client, id)).toBeNull();
  });

  it('is no other company where the thing is of the current one, of no kind, or not there', async () => {
    const { host, id } = await twoCompanies();
    for (const wanted of [id, 'somewhere', 'kb_missing'])
      expect(await companyOf(host.client, wanted)).toBeNull();
  });
});
