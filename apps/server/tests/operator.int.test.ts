import { rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { auth } from '@atelier/contracts/account/identity/auth';
import { passwords } from '@atelier/contracts/account/identity/passwords';
import { admin } from '@atelier/contracts/operate/admin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from './client.ts';
import { type RawReply, rawRequest } from './edge/raw-request.ts';
import { eventually, publicServer, startTestServer, type TestServer } from './harness.ts';
import { proveOperator, readOperatorCode } from './prove-operator.ts';

const { endpoints } = auth;
const outboxPath: string = endpoints.outbox.path;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { INTERNAL_DOMAINS: 'example.com' } });
});
afterAll(() => server.close());

const ask = (headers: Record<string, string>, path = outboxPath): Promise<RawReply> =>
  rawRequest(`${server.origin}${path}`, { headers });
const codeOf = ({ status, text }: RawReply) => `${status} ${/"code":"([^"]+)"/.exec(text)?.[1] ?? 'ok'}`;
const operatorCode = () => readOperatorCode(server);
/** Returns a browser that opened the link which the start prints. */
const operatorBrowser = async (): Promise<Client> => {
  const browser = server.visitor();
  await proveOperator(browser, server);
  return browser;
};
const mailsTo = (email: string, subject: RegExp) =>
  eventually(async () => {
    const { mails } = await server.visitor().call(endpoints.outbox, {});
    const found = mails.filter((mail) => mail.to === email && subject.test(mail.subject));
    return found.length > 0 && found;
  });

describe('the outbox', () => {
  it('does not answer a page whose host name was rebound to this machine', async () => {
    const rebound = { host: 'evil.example', 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' };
    expect(codeOf(await ask(rebound))).toBe('400 request.unknown_host');
    const { port } = new URL(server.origin);
    expect(codeOf(await ask({ ...rebound, host: `evil.example:${port}` }))).toBe('400 request.unknown_host');
  });

  it.each([
    'via',
    'x-forwarded-host',
    'cf-connecting-ip',
    'true-client-ip',
    'x-client-ip',
    'x-cluster-client-ip',
    'fastly-client-ip',
    'x-forwarded-proto',
    'x-amzn-trace-id',
  ])('is closed to what a proxy passes on with %s', async (name) => {
    expect(codeOf(await ask({ [name]: '203.0.113.9' }))).toBe('404 auth.outbox_closed');
  });

  it('is closed to a browser without the operator’s proof, regardless of the signed-in user', async () => {
    const { client } = await server.signUp();
    expect((await client.send(endpoints.outbox, {})).body.code).toBe('auth.outbox_closed');
    expect(codeOf(await ask({ 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' }))).toBe(
      '404 auth.outbox_closed',
    );
  });

  it('is closed to the server itself, whatever it fetches for a tenant that may reach this machine', async () => {
    const reaching = await server.another({ env: { OUTBOUND_ALLOW: '127.0.0.1', ATELIER_ROLES: 'api' } });
    const fetched = await reaching.services.outbound.fetch(`${server.origin}${outboxPath}`, {
      headers: { 'user-agent': 'curl/8.5.0', via: '' },
    });
    expect([fetched.status, await fetched.text()]).toEqual([404, expect.not.stringContaining('mails')]);
    await reaching.close();
  });

  it('is open to a program on this machine, as the black-box contract says', async () => {
    expect(codeOf(await ask({ 'user-agent': 'curl/8.5.0', accept: '*/*' }))).toBe('200 ok');
  });

  it('is closed with a public address, to programs and to browsers with an old proof', async () => {
    const browser = await operatorBrowser();
    const open = await server.another({ env: { ...publicServer, ATELIER_ROLES: 'api' } });
    expect((await open.visitor().send(endpoints.outbox, {})).body.code).toBe('auth.outbox_closed');
    const again = new Client(open.origin);
    for (const [name, value] of browser.cookies) again.cookies.set(name, value);
    expect((await again.send(endpoints.outbox, {})).body.code).toBe('auth.outbox_closed');
    const { body } = await again.send(endpoints.proveOperator, { body: { code: await operatorCode() } });
    expect(body.code).toBe('auth.operator_closed');
    expect((await again.fetch('/api/metrics')).status).toBe(401);
    await open.close();
  });
});

describe('the proof of the operator', () => {
  it('shows all mails in the outbox, also of other users and of verified ones', async () => {
    const browser = await operatorBrowser();
    expect(await browser.call(endpoints.operator, {})).toEqual({ state: 'PROVEN', sendsMail: false });
    const { email } = await server.signUp();
    await mailsTo(email, /confirm/);
    const { mails } = await browser.call(endpoints.outbox, {});
    expect(mails.map(({ to }) => to)).toContain(email);
    expect((await browser.fetch('/api/metrics')).status).toBe(200);
  });

  it('is a cookie that no script reads and no other site sends', async () => {
    const reply = await server
      .visitor()
      .send(endpoints.proveOperator, { body: { code: await operatorCode() } });
    expect(reply.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^atelier_operator=\d+\.[\w-]{43}; Path=\/; Max-Age=604800; SameSite=Strict; HttpOnly$/,
      ),
    ]);
    expect(JSON.stringify(reply)).not.toContain(await operatorCode());
  });

  it('is not issued for another code, and not accepted with a changed expiry', async () => {
    const wrong = await server.visitor().send(endpoints.proveOperator, { body: { code: 'A'.repeat(43) } });
    expect([wrong.status, wrong.body.code]).toEqual([400, 'auth.operator_code_wrong']);
    expect(wrong.headers.getSetCookie()).toEqual([]);
    const browser = await operatorBrowser();
    const [expires = '', signature = ''] = (browser.cookies.get('atelier_operator') ?? '').split('.');
    browser.cookies.set('atelier_operator', `${Number(expires) + 1}.${signature}`);
    expect((await browser.call(endpoints.operator, {})).state).toBe('UNPROVEN');
  });

  it('is stored in a file that only the server can read, and ends when that file is deleted', async () => {
    const path = join(server.dataFolder, 'keys', 'operator');
    expect(((await stat(path)).mode & 0o777).toString(8)).toBe('600');
    const first = await operatorCode();
    const browser = await operatorBrowser();
    const same = await server.another({ env: { ATELIER_ROLES: 'api' } });
    const at = (origin: string) => {
      const client = new Client(origin);
      for (const [name, value] of browser.cookies) client.cookies.set(name, value);
      return client;
    };
    expect((await at(same.origin).call(endpoints.operator, {})).state).toBe('PROVEN');
    await same.close();
    await rm(path);
    const other = await server.another({ env: { ATELIER_ROLES: 'api' } });
    expect(await operatorCode()).not.toBe(first);
    expect((await at(other.origin).call(endpoints.operator, {})).state).toBe('UNPROVEN');
    await other.close();
  });
});

describe('an address that only the outbox proved', () => {
  it('does not open the administration, however it was proven', async () => {
    const { client, email } = await server.signUp();
    const [verification] = await mailsTo(email, /confirm/);
    const token = /token=(vrf_[\w-]{43})/.exec(verification?.text ?? '')?.[1] ?? '';
    await server.visitor().call(endpoints.verifyEmail, { body: { token } });
    expect((await client.call(endpoints.session, {})).user?.email_verified).toBe(true);
    expect((await client.call(admin.endpoints.me, {})).isAdministrator).toBe(false);
    expect((await client.send(admin.endpoints.listTenants, {})).status).toBe(404);

    await server.visitor().call(passwords.endpoints.forgot, { body: { email } });
    const [reset] = await mailsTo(email, /password/i);
    const resetToken = /token=(rst_[\w-]{43})/.exec(reset?.text ?? '')?.[1] ?? '';
    const password = 'Better-Horse-8';
    await server.visitor().call(passwords.endpoints.reset, { body: { token: resetToken, password } });
    const back = server.visitor();
    await back.call(endpoints.signIn, { body: { email, password } });
    expect((await back.send(admin.endpoints.listTenants, {})).status).toBe(404);
  });
});

describe('the name under which the server is asked', () => {
  const at = (host: string, path = '/api/auth/session') => ask({ host }, path);
  const port = () => new URL(server.origin).port;

  it.each(['localhost', '127.0.0.1', '[::1]', 'LOCALHOST'])('may be %s, with any port', async (name) => {
    expect((await at(`${name}:${port()}`)).status).toBe(200);
    expect((await at(`${name}:8443`)).status).toBe(200);
  });

  it.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'evil@localhost',
    '10.0.0.1',
    '[::2]',
    '\\localhost',
  ])('may not be %s, at any address of the server', async (name) => {
    for (const path of [
      '/api/auth/session',
      '/',
      '/chat/app_x',
      '/v1/models',
      '/api/metrics',
      '/api/openapi.json',
    ])
      expect(codeOf(await at(name, path))).toBe('400 request.unknown_host');
  });

  it('does not matter to probes, which learn only that the server lives', async () => {
    expect((await at('10.42.0.7', '/api/ready')).status).toBe(200);
    expect((await at('10.42.0.7', '/api/health')).status).toBe(200);
  });

  it('may not be left out', async () => {
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(port()), '127.0.0.1', () =>
        socket.write(`GET ${outboxPath} HTTP/1.0\r\n\r\n`),
      );
      let text = '';
      socket.on('data', (data) => {
        text += data.toString();
      });
      socket.on('close', () => resolve(text));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).not.toContain('mails');
  });

  it('is that of the public address where there is one, or one that the operator added', async () => {
    const open = await server.another({ env: { ...publicServer, ATELIER_ROLES: 'api' } });
    const status = async (host: string) =>
      (await rawRequest(`${open.origin}/api/auth/session`, { headers: { host } })).status;
    expect(await status('atelier.example.com')).toBe(200);
    expect(await status('127.0.0.1')).toBe(200);
    expect(await status('localhost')).toBe(400);
    expect(await status('evil.example')).toBe(400);
    await open.close();
  });
});

describe('a link in a mail', () => {
  it('follows neither the host nor the port of a forged request', async () => {
    const { email } = await server.signUp();
    const forgot = (host: string) =>
      rawRequest(`${server.origin}${passwords.endpoints.forgot.path}`, {
        method: 'POST',
        headers: { host, 'content-type': 'application/json' },
        body: JSON.stringify({ email }),
      });
    expect(codeOf(await forgot('evil.example'))).toBe('400 request.unknown_host');
    expect((await forgot('localhost:666')).status).toBe(200);
    const [mail] = await mailsTo(email, /password/i);
    expect(mail?.text).toContain(`http://localhost:${new URL(server.origin).port}/reset-password?token=`);
    expect(mail?.text).not.toContain(':666');
  });
});
