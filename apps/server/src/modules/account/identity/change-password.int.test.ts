import { account } from '@atelier/contracts/account/identity/account';
import { auth } from '@atelier/contracts/account/identity/auth';
import { passwords } from '@atelier/contracts/account/identity/passwords';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from '../../../../tests/client.ts';
import { eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const { endpoints } = passwords;
const changed = 'Better1Horse!';

const idTokenOf = async (email: string, password: string) =>
  (await server.visitor().call(endpoints.idToken, { body: { email, password } })).idToken;
const change = (client: Client, idToken: string, password = changed) =>
  client.send(endpoints.change, { body: { idToken, password } });
const signIn = (email: string, password: string) =>
  server.visitor().send(auth.endpoints.signIn, { body: { email, password } });

describe('changing the password', () => {
  it('gives an id token for the current password and takes it for the new one', {
    tags: ['AUTH-28', 'PASSWORD-06', 'PASSWORD-07'],
  }, async () => {
    const { client, email, password, user } = await server.signUp();
    expect((await change(client, await idTokenOf(email, password))).status).toBe(200);
    expect((await client.call(auth.endpoints.session, {})).user?.userId).toBe(user.userId);
    expect((await signIn(email, password)).body.code).toBe('auth.bad_credentials');
    expect((await signIn(email, changed)).status).toBe(200);
  });

  it('takes the company along, and ends all other sessions', { tags: ['PASSWORD-08'] }, async () => {
    const { client, email, password, user } = await server.signUp();
    const elsewhere = server.visitor();
    await elsewhere.call(auth.endpoints.signIn, { body: { email, password } });
    const idToken = await idTokenOf(email, password);
    const body = { idToken, password: changed, tenantId: user.tenantId };
    expect(await client.call(endpoints.change, { body })).toEqual({ done: true });
    expect((await elsewhere.call(auth.endpoints.session, {})).user).toBeNull();
    const details = `select details from audit_log where action = 'identity.password_changed' and subject_id = $1`;
    expect(await server.sql(details, [user.userId])).toEqual([
      { details: { sessionsEnded: 1, apiKeysRevoked: 0 } },
    ]);
  });

  it('revokes the API key only on request, as ending the other sessions does', async () => {
    const { client, email, password } = await server.signUp();
    const keyOf = async () => (await client.call(auth.endpoints.getApiKey, {})).apiKey ?? '';
    const isTaken = async (key: string) =>
      (await new Client(server.origin, key).send(auth.endpoints.getApiKey, {})).status === 200;
    const first = await keyOf();
    await change(client, await idTokenOf(email, password));
    await client.call(account.endpoints.endOtherSessions, { body: undefined });
    expect(await isTaken(first)).toBe(true);
    const idToken = await idTokenOf(email, changed);
    await client.call(endpoints.change, { body: { idToken, password: 'Better2Horse!', revokeApiKey: true } });
    expect(await isTaken(first)).toBe(false);
    const second = await keyOf();
    expect(await isTaken(second)).toBe(true);
    await client.call(account.endpoints.endOtherSessions, { body: { revokeApiKey: true } });
    expect(await isTaken(second)).toBe(false);
  });

  it('tells the user by mail', async () => {
    const { client, email, password } = await server.signUp();
    await change(client, await idTokenOf(email, password));
    const mail = await eventually(async () => {
      const { mails } = await server.visitor().call(auth.endpoints.outbox, {});
      return mails.find(({ to, subject }) => to === email && subject === 'Your password was changed');
    });
    expect(mail.text).toContain(`${server.origin}/forgot`);
  });

  it('answers a wrong password and an unknown address in the same way', { tags: ['AUTH-17'] }, async () => {
    const { email } = await server.signUp();
    for (const address of [email, 'nobody@example.com']) {
      const body = { email: address, password: 'Wrong-Horse-7' };
      const reply = await server.visitor().send(endpoints.idToken, { body });
      expect([reply.status, reply.body.code, reply.body.message]).toEqual([
        400,
        'passwords.wrong',
        'Invalid password',
      ]);
    }
  });

  it('counts wrong passwords for the id token together with those at the sign-in', async () => {
    const { email, password } = await server.signUp();
    for (let count = 0; count < 5; count += 1) {
      await server.visitor().send(endpoints.idToken, { body: { email, password: 'Wrong-Horse-7' } });
      await signIn(email, 'Wrong-Horse-7');
    }
    expect((await signIn(email, password)).body.code).toBe('request.rate_limited');
  });

  it('accepts an id token once, for five minutes, and only from its own user', async () => {
    const ada = await server.signUp();
    const grace = await server.signUp('Grace Hopper');
    const token = await idTokenOf(ada.email, ada.password);
    expect((await change(grace.client, token)).body.code).toBe('passwords.id_token_expired');
    const replies = await Promise.all([change(ada.client, token), change(ada.client, token)]);
    expect(replies.map(({ body }) => body.code ?? 'ok').sort()).toEqual(['ok', 'passwords.id_token_expired']);
    expect((await change(ada.client, token)).body.code).toBe('passwords.id_token_expired');
    const late = await idTokenOf(ada.email, changed);
    const [row] = await server.sql<{ seconds: number }>(
      `select extract(epoch from expires_at - now())::int as seconds from verifications
         where user_id = $1 and purpose = 'id-token'`,
      [ada.user.userId],
    );
    expect(row?.seconds).toBeGreaterThan(280);
    expect(row?.seconds).toBeLessThanOrEqual(300);
    await server.sql(`update verifications set expires_at = now() - interval '1 second' where user_id = $1`, [
      ada.user.userId,
    ]);
    expect((await change(ada.client, late)).body.code).toBe('passwords.id_token_expired');
  });

  it('requires a session besides the id token, and an API key is not enough', async () => {
    const { client, email, password } = await server.signUp();
    const token = await idTokenOf(email, password);
    expect((await change(server.visitor(), token)).body.code).toBe('auth.unauthenticated');
    const { apiKey } = await client.call(auth.endpoints.getApiKey, {});
    expect((await change(new Client(server.origin, apiKey ?? ''), token)).body.code).toBe(
      'auth.needs_session',
    );
    expect((await signIn(email, password)).status).toBe(200);
  });

  it('refuses the company of somebody else', async () => {
    const { client, email, password } = await server.signUp();
    const other = await server.signUp('Grace Hopper');
    const body = {
      idToken: await idTokenOf(email, password),
      password: changed,
      tenantId: other.user.tenantId,
    };
    expect((await client.send(endpoints.change, { body })).body.code).toBe('auth.tenant_mismatch');
  });

  /** Expects the new password to be refused with this message. */
  const expectRefused = async (password: string, message: string): Promise<void> => {
    const { client, email, password: current } = await server.signUp();
    const { status, body } = await change(client, await idTokenOf(email, current), password);
    expect([status, body.message]).toEqual([400, message]);
  };

  it('requires a new password', { tags: ['PASSWORD-13'] }, () => expectRefused('', 'Password is required'));

  it('refuses a new password of seven characters', { tags: ['PASSWORD-14', 'CONST-06'] }, () =>
    expectRefused('Abc123!', 'Password must be at least 8 characters'),
  );

  it.each([
    ['no letter', '12345678!'],
    ['no digit', 'Abcdefgh!'],
    ['no symbol', 'Abcdefg12'],
  ])('refuses a new password with %s', { tags: ['PASSWORD-15'] }, (_what, password) =>
    expectRefused(password, 'Password must include letters, numbers and special characters'),
  );

  it('refuses a new password with a character outside the rule', () =>
    expectRefused('Abcdefg1!_', 'Please use only letters, numbers and the symbols #?!@$%^&*-'));

  it('accepts every symbol of its rule, and requires no capital letter', {
    tags: ['PASSWORD-15', 'PASSWORD-21'],
  }, async () => {
    const { client, email, password } = await server.signUp();
    const token = await idTokenOf(email, password);
    expect((await change(client, token, 'a1#?!@$%^&*-')).status).toBe(200);
    expect((await signIn(email, 'a1#?!@$%^&*-')).status).toBe(200);
  });
});
