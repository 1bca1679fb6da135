import { auth } from '@atelier/contracts/account/identity/auth';
import { passwords } from '@atelier/contracts/account/identity/passwords';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from '../../../../tests/client.ts';
import { auditTrail, eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { comeByInvitation } from '../../../../tests/invitation.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const { endpoints } = passwords;
const newPassword = 'Better-Horse-8';
const linkPattern = /\/reset-password\?token=(rst_[\w-]{43})/;

const mailsTo = async (email: string) =>
  (await server.visitor().call(auth.endpoints.outbox, {})).mails.filter(({ to }) => to === email);
const forgot = (email: string) => server.visitor().send(endpoints.forgot, { body: { email } });
const tokenFor = (email: string, subject = 'Set a new password', count = 1) =>
  eventually(async () => {
    const mails = (await mailsTo(email)).filter((mail) => mail.subject === subject);
    return mails.length >= count && linkPattern.exec(mails[0]?.text ?? '')?.[1];
  });
const reset = (token: string, password = newPassword) =>
  server.visitor().send(endpoints.reset, { body: { token, password } });
const signIn = (email: string, password: string) =>
  server.visitor().send(auth.endpoints.signIn, { body: { email, password } });
/** Gives a user a second factor, a passkey and a provider. */
const addWaysIn = (userId: string) =>
  server.sql(
    `with factor as (insert into second_factors (user_id, secret, confirmed_at) values ($1, 'made-up', now())),
       passkey as (insert into passkeys (id, user_id, credential_id, public_key, counter, name, is_backed_up)
         values ('psk_' || $1, $1, 'psk_' || $1, 'made-up', 0, 'Key', false))
     insert into accounts (id, user_id, provider, subject) values ('acc_' || $1, $1, 'google', 'g-' || $1)`,
    [userId],
  );
const waysIn = async (userId: string) =>
  (
    await server.sql(
      `select (select count(*)::int from second_factors where user_id = $1) as factors,
         (select count(*)::int from passkeys where user_id = $1) as passkeys,
         (select count(*)::int from accounts where user_id = $1 and provider = 'google') as providers`,
      [userId],
    )
  )[0];
const tasksDone = () =>
  eventually(
    async () =>
      (await server.sql(`select 1 from graphile_worker.jobs where task_identifier like 'identity.%'`))
        .length === 0,
  );

describe('a forgotten password', () => {
  it('can be replaced through the mailed link, which ends every session and revokes the API key', async () => {
    const { client, email, password, user } = await server.signUp();
    await server.sql('update users set email_verified = true where id = $1', [user.userId]);
    await addWaysIn(user.userId);
    const { idToken } = await server.visitor().call(endpoints.idToken, { body: { email, password } });
    const { apiKey } = await client.call(auth.endpoints.getApiKey, {});
    await forgot(` ${email.toUpperCase()}`);
    expect(await waysIn(user.userId)).toEqual({ factors: 1, passkeys: 1, providers: 1 });
    expect((await reset(await tokenFor(email))).body.responseData).toEqual({ done: true });
    expect((await client.call(auth.endpoints.session, {})).user).toBeNull();
    expect((await signIn(email, password)).body.code).toBe('auth.bad_credentials');
    expect(await waysIn(user.userId)).toEqual({ factors: 1, passkeys: 1, providers: 1 });
    await server.sql('delete from second_factors where user_id = $1', [user.userId]);
    await client.call(auth.endpoints.signIn, { body: { email, password: newPassword } });
    const late = await client.send(endpoints.change, { body: { idToken, password: 'Other-Horse-9' } });
    expect(late.body.code).toBe('passwords.id_token_expired');
    expect(await auditTrail(server, user.userId)).toEqual([
      ...['identity.api_key_made', 'identity.password_mail_sent', 'identity.password_reset'],
      ...['identity.signed_in', 'identity.signed_up'],
    ]);
    const script = new Client(server.origin, apiKey ?? '');
    expect((await script.send(auth.endpoints.getApiKey, {})).body.code).toBe('auth.unauthenticated');
    await eventually(async () =>
      (await mailsTo(email)).some(({ subject }) => subject === 'Your password was changed'),
    );
  });

  it('proves the address, because the link was mailed to it, and ends every other way in from before', async () => {
    const { email, user } = await server.signUp();
    await addWaysIn(user.userId);
    await forgot(email);
    await reset(await tokenFor(email));
    expect(await waysIn(user.userId)).toEqual({ factors: 0, passkeys: 0, providers: 0 });
    const proven = await server.sql('select mail_proven as proven from users where id = $1', [user.userId]);
    expect(proven).toEqual([{ proven: false }]);
    const { responseData } = (await signIn(email, newPassword)).body;
    expect(responseData.user.email_verified).toBe(true);
  });

  it('gets the same answer for every address, and an unknown one gets no mail', async () => {
    const { email } = await server.signUp();
    const answers = [];
    for (const address of [email, 'nobody@example.com']) {
      const { status, body, headers } = await forgot(address);
      const names = [...headers.keys()].filter((name) => !/^(date|x-request-id)$/.test(name));
      answers.push({ status, data: body.responseData, message: body.message, names });
    }
    expect(answers[0]).toEqual(answers[1]);
    await tokenFor(email);
    await tasksDone();
    expect(await mailsTo('nobody@example.com')).toEqual([]);
  });

  it('can be replaced once with a token, also when two requests use it at the same time', async () => {
    const { email } = await server.signUp();
    await forgot(email);
    const token = await tokenFor(email);
    const replies = await Promise.all([reset(token), reset(token, 'Other-Horse-9')]);
    expect(replies.map(({ body }) => body.code ?? 'ok').sort()).toEqual(['auth.link_expired', 'ok']);
  });

  it('cannot be replaced with a token after an hour, or with an invented one', async () => {
    const { email, user } = await server.signUp();
    await forgot(email);
    const token = await tokenFor(email);
    const [row] = await server.sql<{ minutes: number }>(
      `select round(extract(epoch from expires_at - now()) / 60)::int as minutes from verifications
         where user_id = $1 and purpose = 'reset-password'`,
      [user.userId],
    );
    expect(row?.minutes).toBe(60);
    await server.sql(`update verifications set expires_at = now() - interval '1 second' where user_id = $1`, [
      user.userId,
    ]);
    expect((await reset(token)).body.code).toBe('auth.link_expired');
    expect((await reset(`rst_${'A'.repeat(43)}`)).body.code).toBe('auth.link_expired');
  });

  it('cannot be replaced with a token that was mailed for another purpose, nor its token be used for another', async () => {
    const { email } = await server.signUp();
    const verifyToken = await eventually(
      async () => /token=(vrf_[\w-]{43})/.exec((await mailsTo(email))[0]?.text ?? '')?.[1],
    );
    expect((await reset(verifyToken)).body.code).toBe('auth.link_expired');
    await forgot(email);
    const body = { token: await tokenFor(email) };
    expect((await server.visitor().send(auth.endpoints.verifyEmail, { body })).body.code).toBe(
      'auth.link_expired',
    );
    expect((await reset(body.token)).status).toBe(200);
  });

  it('must be replaced by one that follows the general rule', {
    tags: ['PASSWORD-20', 'PASSWORD-21', 'PASSWORD-22'],
  }, async () => {
    const { email } = await server.signUp();
    await forgot(email);
    const token = await tokenFor(email);
    for (const weak of ['Ab1!', 'alllower1!', 'ALLUPPER1!', 'NoDigits!!', 'NoSymbol11', 'With space1!'])
      expect((await reset(token, weak)).body.code, weak).toBe('request.invalid');
    expect((await reset(token, 'Dash-and^8')).status).toBe(200);
  });

  it('causes at most three mails an hour to an address', async () => {
    const { email } = await server.signUp();
    for (let count = 1; count <= 5; count += 1) {
      expect((await forgot(email)).status).toBe(200);
      await tasksDone();
    }
    const mails = (await mailsTo(email)).filter(({ subject }) => subject === 'Set a new password');
    expect(mails).toHaveLength(3);
  });

  it('brings a user whom no company has any more a company of their own, and a guest none', {
    tags: ['TENANT-10'],
  }, async () => {
    const { client, email, user } = await server.signUp();
    const guest = await comeByInvitation(server, client);
    const companies = (userId: string) =>
      server.sql<{ name: string }>(
        'select name from tenants where id in (select tenant_id from memberships where user_id = $1)',
        [userId],
      );
    await forgot(guest.email);
    await tokenFor(guest.email);
    expect(await companies(guest.user.userId)).toEqual([{ name: 'Ada Lovelace Ltd' }]);
    await server.sql('delete from memberships where user_id = $1', [user.userId]);
    await forgot(email);
    expect((await reset(await tokenFor(email))).status).toBe(200);
    expect(await companies(user.userId)).toEqual([{ name: 'Ada Lovelace’s company' }]);
  });

  it('leads users who sign in only with a provider to that provider', async () => {
    const { email, user } = await server.signUp();
    await server.sql(
      `update accounts set provider = 'google', subject = 'g-1', password_hash = null where user_id = $1`,
      [user.userId],
    );
    await forgot(email);
    const mail = await eventually(async () =>
      (await mailsTo(email)).find(({ subject }) => subject === 'You sign in without a password'),
    );
    expect(mail.text).toContain('you sign in with google');
    expect(mail.text).not.toContain('token=');
  });
});

describe('wrong passwords from many addresses', () => {
  it('close the account to every password for an hour, and its owner gets a mail with a way out', async () => {
    const open = await startTestServer({ env: { TRUST_PROXY: 'true' } });
    const { email, password } = await open.signUp();
    const attempt = async (candidate: string, address: string) => {
      const response = await open.visitor().fetch(auth.endpoints.signIn.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify({ email, password: candidate }),
      });
      return `${response.status} ${((await response.json()) as { code?: string }).code ?? 'ok'}`;
    };
    for (let count = 1; count <= 50; count += 1)
      expect(await attempt('Wrong-Horse-7', `203.0.113.${count}`)).toBe('401 auth.bad_credentials');
    const warnings = async () => {
      const { mails } = await open.visitor().call(auth.endpoints.outbox, {});
      return mails.filter(({ subject }) => subject === 'Many wrong passwords for your account');
    };
    const jobs = await open.sql(`select 1 from graphile_worker.jobs where task_identifier like '%password%'`);
    expect([jobs, await warnings()]).toEqual([[], []]);
    expect(await attempt(password, '198.51.100.1')).toBe('401 auth.bad_credentials');
    const token = await eventually(async () => linkPattern.exec((await warnings())[0]?.text ?? '')?.[1]);
    expect(await attempt(password, '198.51.100.2')).toBe('401 auth.bad_credentials');
    expect(await warnings()).toHaveLength(1);
    await open.visitor().call(endpoints.reset, { body: { token, password: newPassword } });
    expect(await attempt(newPassword, '198.51.100.3')).toBe('200 ok');
    await open.close();
  });

  it('do not lock out a device that signed in before, whose attempts are counted separately', async () => {
    const open = await startTestServer({ env: { TRUST_PROXY: 'true' } });
    const { client, email, password } = await open.signUp();
    const other = await open.signUp();
    const attempt = async (candidate: string, address: string, from = open.visitor()) => {
      const response = await from.fetch(auth.endpoints.signIn.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify({ email, password: candidate }),
      });
      return `${response.status} ${((await response.json()) as { code?: string }).code ?? 'ok'}`;
    };
    /** Makes a client without a session that keeps only the lasting cookies. */
    const signedOut = (cookies: Iterable<[string, string]>) => {
      const browser = open.visitor();
      for (const [name, value] of cookies)
        if (name.startsWith('atelier_device_')) browser.cookies.set(name, value);
      return browser;
    };
    const known = [...client.cookies];
    const [name = ''] = known.find(([cookie]) => cookie.startsWith('atelier_device_')) ?? [];
    const theirs =
      [...other.client.cookies].find(([cookie]) => cookie.startsWith('atelier_device_'))?.[1] ?? '';
    for (let count = 1; count <= 50; count += 1) await attempt('Wrong-Horse-7', `203.0.113.${count}`);
    expect(await attempt(password, '198.51.100.1')).toBe('401 auth.bad_credentials');
    expect(await attempt(password, '198.51.100.2', signedOut([[name, theirs]]))).toBe(
      '401 auth.bad_credentials',
    );
    expect(await attempt(password, '198.51.100.3', signedOut([[name, 'dev_x.y']]))).toBe(
      '401 auth.bad_credentials',
    );
    expect(await attempt(password, '198.51.100.4', signedOut(known))).toBe('200 ok');
    for (let count = 1; count <= 10; count += 1)
      expect(await attempt('Wrong-Horse-7', `198.51.100.${count}`, signedOut(known))).toBe(
        '401 auth.bad_credentials',
      );
    expect(await attempt(password, '198.51.100.5', signedOut(known))).toBe('429 request.rate_limited');
    await open.close();
  });

  it('are forgotten after an hour', async () => {
    const { email, password } = await server.signUp();
    await signIn(email, 'Wrong-Horse-7');
    await server.sql('update sign_in_attempts set attempts = 60 where attempts = 1');
    await server.sql(`update sign_in_attempts set began_at = now() - interval '61 minutes'`);
    expect((await signIn(email, password)).status).toBe(200);
  });
});
