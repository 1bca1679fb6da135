import { auth } from '@atelier/contracts/account/identity/auth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditTrail, eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const { endpoints } = auth;
const linkPattern = /(https?:\/\/\S+)\/verify\?token=(vrf_[\w-]{43})/;

const mailsTo = async (email: string) =>
  (await server.visitor().call(endpoints.outbox, {})).mails.filter(({ to }) => to === email);

/** Returns the token of the newest mail, once there are `count` of them. */
const tokenFor = (email: string, count = 1) =>
  eventually(async () => {
    const mails = await mailsTo(email);
    return mails.length >= count && linkPattern.exec(mails[0]?.text ?? '')?.[2];
  });
const verify = (token: string) => server.visitor().send(endpoints.verifyEmail, { body: { token } });

describe('the verification mail', () => {
  it('comes after the sign-up, and its link confirms the address', async () => {
    const { client, email, user } = await server.signUp();
    const token = await tokenFor(email);
    expect((await mailsTo(email))[0]?.subject).toBe('Please confirm your email address');
    expect((await verify(token)).body.responseData).toEqual({ done: true });
    expect((await client.call(endpoints.session, {})).user?.email_verified).toBe(true);
    expect(await auditTrail(server, user.userId)).toEqual(['identity.email_verified', 'identity.signed_up']);
    const proven = await server.sql('select mail_proven as proven from users where id = $1', [user.userId]);
    expect(proven).toEqual([{ proven: false }]);
  });

  it('has a token that can be used once, also by two requests at the same time', async () => {
    const { email } = await server.signUp();
    const token = await tokenFor(email);
    const replies = await Promise.all([verify(token), verify(token)]);
    expect(replies.map(({ body }) => body.code ?? 'ok').sort()).toEqual(['auth.link_expired', 'ok']);
    expect((await verify(token)).body.code).toBe('auth.link_expired');
  });

  it('is invalid after 24 hours', async () => {
    const { email, user } = await server.signUp();
    const token = await tokenFor(email);
    const [row] = await server.sql<{ hours: number }>(
      `select round(extract(epoch from expires_at - now()) / 3600)::int as hours from verifications where user_id = $1`,
      [user.userId],
    );
    expect(row?.hours).toBe(24);
    await server.sql(`update verifications set expires_at = now() - interval '1 second' where user_id = $1`, [
      user.userId,
    ]);
    expect((await verify(token)).body.code).toBe('auth.link_expired');
  });

  it('proves only the address that it went to', async () => {
    const { client, email, user } = await server.signUp();
    const token = await tokenFor(email);
    await server.sql(`update users set email = 'other-' || email where id = $1`, [user.userId]);
    await verify(token);
    expect((await client.call(endpoints.session, {})).user?.email_verified).toBe(false);
  });

  it('is sent again on request, which makes the first link invalid', { tags: ['AUTH-27'] }, async () => {
    const { client, email, user } = await server.signUp();
    const first = await tokenFor(email);
    await client.call(endpoints.sendVerifyEmail, {});
    const second = await tokenFor(email, 2);
    expect(second).not.toBe(first);
    expect((await verify(first)).body.code).toBe('auth.link_expired');
    expect((await verify(second)).status).toBe(200);
    await client.call(endpoints.sendVerifyEmail, {});
    const jobs = await server.sql(
      `select 1 from graphile_worker.jobs where task_identifier like 'identity.%'`,
    );
    expect(jobs).toEqual([]);
    expect(await mailsTo(email)).toHaveLength(2);
    const requested = `select 1 from audit_log where action = 'identity.verification_requested' and subject_id = $1`;
    expect(await server.sql(requested, [user.userId])).toHaveLength(1);
  });

  it('can only be requested with a session', async () => {
    const reply = await server.visitor().send(endpoints.sendVerifyEmail, {});
    expect(reply.body.code).toBe('auth.unauthenticated');
  });

  it('cannot be confirmed with an invented token', async () => {
    expect((await verify(`vrf_${'A'.repeat(43)}`)).body.code).toBe('auth.link_expired');
    expect((await verify('short')).body.code).toBe('request.invalid');
  });
});

describe('the address in the link', () => {
  const originFor = async (target: TestServer, host: string, email: string) => {
    const body = { name: 'Ada', email, password: 'Correct-Horse-7', companyName: 'Engines' };
    const { hostname, port } = new URL(target.origin);
    const { request } = await import('node:http');
    await new Promise<void>((resolve, reject) => {
      const call = request(
        {
          host: hostname,
          port,
          path: endpoints.signUp.path,
          method: 'POST',
          headers: { host, 'content-type': 'application/json' },
        },
        (response) => response.resume().on('end', resolve),
      );
      call.on('error', reject);
      call.end(JSON.stringify(body));
    });
    await tokenFor(email);
    return linkPattern.exec((await mailsTo(email))[0]?.text ?? '')?.[1];
  };

  it('has the name that the request used, with the port that the server listens on', async () => {
    const { port } = new URL(server.origin);
    const ours = `http://localhost:${port}`;
    expect(await originFor(server, `localhost:${port}`, 'local@example.com')).toBe(ours);
    expect(await originFor(server, 'localhost:666', 'port@example.com')).toBe(ours);
  });
});

describe('the outbox', () => {
  it('is closed to requests that a proxy passed on', async () => {
    const proxied = await server.another({ env: { TRUST_PROXY: 'true' } });
    const path = new URL(endpoints.outbox.path, proxied.origin);
    const response = await fetch(path, { headers: { 'x-forwarded-for': '203.0.113.9' } });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'auth.outbox_closed' });
    await proxied.close();
  });

  it('is closed as soon as a mail server is configured', async () => {
    const mailing = await server.another({ env: { SMTP_URL: 'smtp://127.0.0.1:9', ATELIER_ROLES: 'api' } });
    expect((await mailing.visitor().send(endpoints.outbox, {})).body.code).toBe('auth.outbox_closed');
    await mailing.close();
  });
});
