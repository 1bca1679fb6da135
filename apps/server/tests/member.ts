import type { Role } from '@atelier/contracts/kernel/permissions';
import type { Client } from './client.ts';
import type { TestServer } from './harness.ts';

export interface TestMember {
  client: Client;
  userId: string;
  email: string;
}

/** Creates a user with an account of their own who is a member of a tenant and signed in to it. */
export const joinTenant = async (
  server: TestServer,
  { tenantId, role, name = 'Grace Hopper' }: { tenantId: string; role: Role; name?: string },
): Promise<TestMember> => {
  const { client, user, email } = await server.signUp(name);
  await server.sql('insert into memberships (tenant_id, user_id, role) values ($1, $2, $3)', [
    tenantId,
    user.userId,
    role,
  ]);
  await server.sql('update sessions set tenant_id = $1 where user_id = $2', [tenantId, user.userId]);
  return { client, userId: user.userId, email };
};
