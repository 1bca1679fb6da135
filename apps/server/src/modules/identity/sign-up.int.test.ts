import { auth } from '@atelier/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../tests/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const { endpoints } = auth;
const person = (email: string) => ({
  name: 'Ada King Lovelace',
  email,
  password: 'Correct-Horse-7',
  companyName: 'Analytical Engines',
});

describe('sign-up', () => {
  it('makes an account, its company and a session (TENANT-05, ROLE-03)', async () => {
    const client = server.visitor();
    const { user } = await client.call(endpoints.signUp, { body: person('Ada@Example.com ') });
    expect(user).toMatchObject({
      role: 'OWNER',
      tenantName: 'Analytical Engines',
      name: 'Ada King Lovelace',
      firstName: 'Ada',
      lastName: 'King Lovelace',
      email: 'ada@example.com',
      email_verified: false,
    });
    expect(user.userId).toMatch(/^auth_/);
    expect(user.tenantId).toMatch(/^ten_/);
    expect(user.permissions).toContain('tenant:own');
    expect(await client.call(endpoints.session, {})).toEqual({ user });
  });
});
