import { auth } from '@atelier/contracts/account/identity/auth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMailServer } from '../../../../tests/fakes/mail-server.ts';
import { eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { newId } from '../../../kernel/base/ids.ts';
import { signUpByMail } from './service/sign-up.ts';
import { sweepIdentity } from './sweep.ts';

let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let server: TestServer;
beforeAll(async () => {
  mailServer = await startMailServer();
  server = await startTestServer({ env: { SMTP_URL: mailServer.url } });
});
afterAll(async () => {
  await server.close();
  mailServer.close();
});

const { endpoints } = auth;
const password = 'Correct-Horse-7';
const signUp = (email: string) =>
  server.visitor().send(endpoints.signUp, {
    body: { name: 'Ada Lovelace', email, password, companyName: 'Engines', acceptTerms: true },
  });
const signIn = (email: string) => server.visitor().send(endpoints.signIn, { body: { email, password } });
const mailTo = (email: string, subject: string, count = 1) =>
  eventually(async () => {
    const mails = mailServer.mails.filter((mail) => mail.to === email && mail.subject === subject);
    return mails.length >= count && mails[mails.length - 1];
  });
const tokenOf = (text: string) => /token=((?:vrf|rst)_[\w-]{43})/.exec(text)?.[1] ?? '';
const confirm = 'Please confirm your email address';
const stateOf = (email: string) =>
  server.sql('select email_verified, mail_proven, pending from users where email = $1', [email]);

describe('a sign-up where a mail server is configured', () => {
  it('opens no session before the mailed link was followed', async () => {
    const reply = await signUp('ada@example.com');
    expect([reply.status, reply.body.responseData]).toEqual([200, { user: null }]);
    expect(reply.headers.getSetCookie()).toEqual([]);
    const mail = await mailTo('ada@example.com', confirm);
    expect(await stateOf('ada@example.com')).toEqual([
      { email_verified: false, mail_proven: false, pending: true },
    ]);
    const refused = await signIn('ada@example.com');
    expect([refused.status, refused.body.code]).toEqual([412, 'auth.email_unverified']);
    expect(refused.headers.getSetCookie()).toEqual([]);
    const newer = await mailTo('ada@example.com', confirm, 2);
    const verify = (text: string) =>
      server.visitor().send(endpoints.verifyEmail, { body: { token: tokenOf(text) } });
    expect((await verify(mail.text)).body.code).toBe('auth.link_expired');
    expect((await verify(newer.text)).status).toBe(200);
    expect(await stateOf('ada@example.com')).toEqual([
      { email_verified: true, mail_proven: true, pending: false },
    ]);
    const { responseData } = (await signIn('ada@example.com')).body;
    expect(responseData.user).toMatchObject({
      role: 'OWNER',
      email_verified: true,
      tenantName: 'Engines',
      termsAndConditions: true,
    });
  });

  it('gets the same answer for an address that is taken, whose owner gets a mail', async () => {
    const fresh = await signUp('grace@example.com');
    await mailTo('grace@example.com', confirm);
    const taken = await signUp('grace@example.com');
    const shown = ({ status, body, headers }: typeof fresh) => ({
      status,
      data: body.responseData,
      names: [...headers.keys()].filter((name) => !/^(date|x-request-id)$/.test(name)),
    });
    expect(shown(taken)).toEqual(shown(fresh));
    const mail = await mailTo('grace@example.com', 'You have an account already');
    expect(tokenOf(mail.text)).toMatch(/^rst_/);
    const rows = await server.sql(`select 1 from users where email = 'grace@example.com'`);
    expect(rows).toHaveLength(1);
  });

  it('does not reveal an unconfirmed account to a wrong password', async () => {
    await signUp('quiet@example.com');
    await mailTo('quiet@example.com', confirm);
    const body = { email: 'quiet@example.com', password: 'Wrong-Horse-7' };
    expect((await server.visitor().send(endpoints.signIn, { body })).body.code).toBe('auth.bad_credentials');
  });

  it('makes one account when its job is repeated, and leaves alone the one that was first', async () => {
    const ctx = server.contextOf(newId('ten'));
    const email = 'repeated@example.com';
    const order = (userId: string, name: string) => {
      const account = { userId, name, email, passwordHash: 'x', companyName: 'Engines', acceptTerms: true };
      const scope = { purpose: 'sign-up', tenantId: ctx.tenantId };
      const sealed = ctx.services.secrets.encrypt(JSON.stringify(account), scope);
      return { account: sealed, ownerId: null, origin: server.origin };
    };
    await signUpByMail(ctx, order('auth_repeated', 'Ada'));
    await mailTo(email, confirm);
    await signUpByMail(ctx, order('auth_repeated', 'Ada'));
    await mailTo(email, confirm, 2);
    await signUpByMail(ctx, order('auth_late', 'Eve'));
    const rows = await server.sql('select id, name from users where email = $1', [email]);
    expect(rows).toEqual([{ id: 'auth_repeated', name: 'Ada' }]);
  });

  it('stores no readable password in the queue', async () => {
    const idle = await startTestServer({ env: { SMTP_URL: mailServer.url, ATELIER_ROLES: 'api' } });
    const body = { name: 'Ada', email: 'queued@example.com', password, companyName: 'Engines' };
    await idle.visitor().call(endpoints.signUp, { body });
    const [job] = await idle.sql<{ payload: string }>(
      `select payload::text as payload from graphile_worker._private_jobs`,
    );
    expect(job?.payload).toContain('"account"');
    for (const secret of [password, 'argon2', 'queued@example.com', 'Engines'])
      expect(job?.payload).not.toContain(secret);
    await idle.close();
  });

  it('is deleted after a week without a confirmation, and others are not', async () => {
    await signUp('late@example.com');
    await mailTo('late@example.com', confirm);
    await sweepIdentity(server.services);
    const left = () =>
      server.sql<{ email: string }>(
        `select email from users where email in ('late@example.com', 'ada@example.com')`,
      );
    expect(await left()).toHaveLength(2);
    await server.sql(`update users set created_at = now() - interval '8 days'`);
    const before = await server.sql('select 1 from tenants');
    await sweepIdentity(server.services);
    expect(await left()).toEqual([{ email: 'ada@example.com' }]);
    const pending = await server.sql('select 1 from users where pending');
    expect(pending).toEqual([]);
    expect((await server.sql('select 1 from tenants')).length).toBeLessThan(before.length);
  });
});
