import { randomBytes } from 'node:crypto';
import { Role } from '@atelier/contracts/kernel/permissions';
import { newId } from '../../src/kernel/base/ids.ts';
import { hashToken } from '../../src/kernel/secrets/secrets.ts';
import { sessionCookies } from '../../src/modules/account/identity/index.ts';
import type { TestServer } from '../harness.ts';

/** The headers that authenticate a caller. */
export type Proof = Record<string, string>;

/** A member of a tenant that was created for one call, so that the call cannot affect any other. */
export interface Member {
  role: Role;
  tenantId: string;
  session: Proof;
  key: Proof;
}

const mint = (role: Role, tenantId: string) => {
  const session = `ses_${randomBytes(32).toString('base64url')}`;
  const key = `atl_${randomBytes(32).toString('base64url')}`;
  return { role, tenantId, userId: newId('usr'), session, key };
};

const insert = `
  with given as (select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
      as g(tenant_id, user_id, role, session_hash, key_hash)),
    made_tenants as (insert into tenants (id, name, slug) select distinct tenant_id, 'Made for one call', tenant_id from given),
    made_users as (insert into users (id, name, email, email_verified)
      select user_id, 'Role ' || role, lower(user_id) || '@example.com', true from given),
    places as (insert into memberships (tenant_id, user_id, role) select tenant_id, user_id, role from given),
    keys as (insert into api_keys (key_hash, tenant_id, user_id, hint) select key_hash, tenant_id, user_id, 'atl_' from given)
  insert into sessions (token_hash, user_id, tenant_id, expires_at)
    select session_hash, user_id, tenant_id, now() + interval '1 hour' from given`;

/** Creates tenants, each with one member of every role, each with a session and an API key. */
export const createMembersOfEveryRole = async (server: TestServer, tenants: number): Promise<Member[][]> => {
  const groups = Array.from({ length: tenants }, () => {
    const tenantId = newId('ten');
    return Role.options.map((role) => mint(role, tenantId));
  });
  const all = groups.flat();
  await server.sql(insert, [
    all.map(({ tenantId }) => tenantId),
    all.map(({ userId }) => userId),
    all.map(({ role }) => role),
    all.map(({ session }) => hashToken(session)),
    all.map(({ key }) => hashToken(key)),
  ]);
  return groups.map((group) =>
    group.map(({ role, tenantId, session, key }) => ({
      role,
      tenantId,
      session: {
        cookie: `atelier_session=${session}`,
        'x-csrf-token': server.contextOf(tenantId).use(sessionCookies).csrfToken(hashToken(session)),
      },
      key: { authorization: `Bearer ${key}` },
    })),
  );
};
