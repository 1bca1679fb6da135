import { auth } from '@atelier/contracts/account/identity/auth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dumpDatabase } from '../../../../tests/dump-database.ts';
import { eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const { endpoints } = auth;

describe('the database', () => {
  it('holds no password, session token, API key or mailed token that could be used', async () => {
    const { client, email, password } = await server.signUp();
    const first = client.cookies.get('atelier_session') ?? '';
    await client.call(endpoints.signIn, { body: { email, password } });
    const second = client.cookies.get('atelier_session') ?? '';
    const { apiKey } = await client.call(endpoints.getApiKey, {});
    const verification = await eventually(async () => {
      const { mails } = await server.visitor().call(endpoints.outbox, {});
      return /vrf_[\w-]+/.exec(mails.find(({ to }) => to === email)?.text ?? '')?.[0];
    });
    const dump = await dumpDatabase(server);
    const rowsWith = (text: string) => dump.filter(({ row }) => row.includes(text)).map(({ table }) => table);
    // These tables must be in the dump, because an empty dump would prove nothing.
    for (const table of ['sessions', 'accounts', 'api_keys', 'verifications', 'audit_log'])
      expect(dump.map((line) => line.table)).toContain(`public.${table}`);
    expect(rowsWith('$argon2id$v=19$m=19456,t=2,p=1$')).toEqual(['public.accounts']);
    for (const secret of [password, first, second, client.cookies.get('atelier_csrf') ?? '', apiKey ?? '']) {
      expect(secret.length).toBeGreaterThan(10);
      expect(rowsWith(secret)).toEqual([]);
    }
    // The embedded outbox stands for the mail itself.
    expect(rowsWith(verification)).toEqual(['public.mail_outbox']);
  });
});
