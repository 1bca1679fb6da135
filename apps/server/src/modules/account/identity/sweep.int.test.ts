import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { sweepIdentity } from './sweep.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('deletes expired sessions, mailed tokens and counted attempts, and nothing else', async () => {
  const old = await server.signUp();
  const live = await server.signUp();
  const userIds = [old.user.userId, live.user.userId];
  const hours = (userId: string) => (userId === old.user.userId ? -1 : 1);
  for (const userId of userIds) {
    await server.sql(
      'update sessions set expires_at = now() + make_interval(hours => $2) where user_id = $1',
      [userId, hours(userId)],
    );
    await server.sql(
      `insert into verifications (token_hash, purpose, user_id, tenant_id, email, expires_at)
         select $1, 'other', $1, tenant_id, 'a@example.com', now() + make_interval(hours => $2)
         from memberships where user_id = $1`,
      [userId, hours(userId)],
    );
    await server.sql(
      `insert into sign_in_attempts (caller_hash, attempts, began_at)
         values ($1, 3, now() + make_interval(mins => $2))`,
      [userId, userId === old.user.userId ? -61 : -59],
    );
  }
  await sweepIdentity(server.services);
  const kept = await server.sql<{ id: string }>(
    `select user_id as id from sessions union all select user_id from verifications where purpose = 'other'
       union all select caller_hash from sign_in_attempts`,
  );
  expect(kept.map(({ id }) => id)).toEqual([live.user.userId, live.user.userId, live.user.userId]);
});
