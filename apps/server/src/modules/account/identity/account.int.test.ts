import { account } from '@atelier/contracts/account/identity/account';
import { auth } from '@atelier/contracts/account/identity/auth';
import { passwords } from '@atelier/contracts/account/identity/passwords';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from '../../../../tests/client.ts';
import { auditTrail, eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const { endpoints } = account;
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const sendPicture = async (client: Client, bytes: Uint8Array<ArrayBuffer>, type = 'image/png') => {
  const form = new FormData();
  form.append('file', new Blob([bytes], { type }), 'me.png');
  const response = await client.fetch(endpoints.setPicture.path, { method: 'PUT', body: form });
  return (await response.json()) as { code?: string; responseData: { profilePicture: string } | null };
};

const mailsTo = async (email: string) =>
  (await server.visitor().call(auth.endpoints.outbox, {})).mails.filter(({ to }) => to === email);

describe('the session user', () => {
  it('has their own tenant as adminTenantId, also while acting in another', {
    tags: ['SESSION-02'],
  }, async () => {
    const ada = await server.signUp();
    const grace = await server.signUp('Grace Hopper');
    expect(ada.user.adminTenantId).toBe(ada.user.tenantId);
    await server.sql(`insert into memberships (tenant_id, user_id, role) values ($1, $2, 'USER')`, [
      grace.user.tenantId,
      ada.user.userId,
    ]);
    await server.sql('update sessions set tenant_id = $1 where user_id = $2', [
      grace.user.tenantId,
      ada.user.userId,
    ]);
    expect((await ada.client.call(auth.endpoints.session, {})).user).toMatchObject({
      tenantId: grace.user.tenantId,
      adminTenantId: ada.user.tenantId,
    });
  });

  it('has the guided tours that were seen', { tags: ['SESSION-03'] }, async () => {
    const { client, user } = await server.signUp();
    expect(user.userWalkthroughTutorials).toEqual({
      hasSeenKbGuide: false,
      hasSeenAppGuide: false,
      hasSeenAgentGuide: false,
    });
    await server.sql(`update users set guides_seen = '{KB,AGENT}' where id = $1`, [user.userId]);
    expect((await client.call(auth.endpoints.session, {})).user?.userWalkthroughTutorials).toEqual({
      hasSeenKbGuide: true,
      hasSeenAppGuide: false,
      hasSeenAgentGuide: true,
    });
  });

  it('has the time at which the terms were accepted, if they were', { tags: ['AUTH-09'] }, async () => {
    const signUp = async (email: string, acceptTerms?: boolean) => {
      const body = { name: 'Ada', email, password: 'Correct-Horse-7', companyName: 'Engines' };
      const { user } = await server
        .visitor()
        .call(auth.endpoints.signUp, { body: { ...body, ...(acceptTerms ? { acceptTerms } : {}) } });
      return [user?.privacyPolicy, user?.termsAndConditions];
    };
    expect(await signUp('agreed@example.com', true)).toEqual([true, true]);
    expect(await signUp('silent@example.com')).toEqual([false, false]);
  });

  it('is told which terms there are to agree to', { tags: ['AUTH-09'] }, async () => {
    const named = await server.another({ env: { TERMS_URL: 'https://example.com/terms' } });
    expect(await named.visitor().call(auth.endpoints.signUpTerms, {})).toEqual({
      terms: true,
      privacy: false,
    });
    await named.close();
  });
});

describe('the profile', () => {
  it('changes the name, for the session at once', { tags: ['ROUTE-47'] }, async () => {
    const { client } = await server.signUp();
    const { user } = await client.call(endpoints.updateProfile, { body: { name: 'Augusta Ada King' } });
    expect(user).toMatchObject({ firstName: 'Augusta', lastName: 'Ada King' });
    expect((await client.call(auth.endpoints.session, {})).user).toEqual(user);
    const reply = await client.send(endpoints.updateProfile, { body: { name: 'ada' } });
    expect(reply.body.message).toBe('Please begin your name with a capital letter');
  });

  it('shows a picture to the company and to nobody else, as what it is', async () => {
    const { client, user } = await server.signUp();
    const stranger = (await server.signUp('Grace Hopper')).client;
    const address = (await sendPicture(client, png)).responseData?.profilePicture ?? '';
    expect((await client.call(auth.endpoints.session, {})).user?.profilePicture).toBe(address);
    const shown = await client.fetch(address);
    expect(Buffer.from(await shown.arrayBuffer()).equals(png)).toBe(true);
    expect(shown.headers.get('content-type')).toBe('image/png');
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
    expect(shown.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect((await stranger.fetch(address)).status).toBe(404);
    expect((await server.visitor().fetch(address)).status).toBe(401);
    await client.call(endpoints.removePicture, {});
    expect((await client.fetch(address)).status).toBe(404);
    expect((await client.call(auth.endpoints.session, {})).user?.profilePicture).toBeNull();
    expect(await server.sql('select 1 from pictures where user_id = $1', [user.userId])).toEqual([]);
  });

  it('takes a picture by its content, not by what it says of itself, and at most 1 MB', async () => {
    const { client } = await server.signUp();
    const svg = new TextEncoder().encode(
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    );
    expect((await sendPicture(client, svg)).code).toBe('account.picture_refused');
    const large = Buffer.concat([png, Buffer.alloc(1024 * 1024)]);
    expect((await sendPicture(client, large)).code).toBe('account.picture_refused');
    expect((await client.call(auth.endpoints.session, {})).user?.profilePicture).toBeNull();
  });

  it('changes the email when the link in the mail to the new address is followed, and notifies the old one', async () => {
    const { client, email, password, user } = await server.signUp();
    const next = `new-${email}`;
    const body = { email: next, password };
    expect((await client.send(endpoints.changeEmail, { body: { email: next } })).body.code).toBe(
      'passwords.wrong',
    );
    await client.call(endpoints.changeEmail, { body });
    const link = await eventually(
      async () => /token=(eml_[\w-]{43})/.exec((await mailsTo(next))[0]?.text ?? '')?.[1],
    );
    await eventually(async () =>
      (await mailsTo(email)).some(({ subject }) => subject === 'Your email address is about to change'),
    );
    expect((await client.call(auth.endpoints.session, {})).user?.email).toBe(email);
    const [row] = await server.sql<{ hours: number }>(
      `select round(extract(epoch from expires_at - now()) / 3600)::int as hours from verifications
         where user_id = $1 and purpose = 'change-email'`,
      [user.userId],
    );
    expect(row?.hours).toBe(24);
    await server.visitor().call(auth.endpoints.verifyEmail, { body: { token: link } });
    expect(await auditTrail(server, user.userId)).toEqual([
      'identity.email_change_requested',
      'identity.email_changed',
      'identity.signed_up',
    ]);
    // The outbox of the server shows every mail to its operator, so that its links prove less than those of a mail server.
    const proven = await server.sql('select mail_proven as proven from users where id = $1', [user.userId]);
    expect(proven).toEqual([{ proven: false }]);
    expect((await client.call(auth.endpoints.session, {})).user).toMatchObject({
      email: next,
      email_verified: true,
    });
    const again = await server.visitor().send(auth.endpoints.verifyEmail, { body: { token: link } });
    expect(again.body.code).toBe('auth.link_expired');
  });

  /** Orders a change to the address `next` for a new user, and returns the token of the mailed link. */
  const orderChange = async (account: Awaited<ReturnType<TestServer['signUp']>>, next: string) => {
    await account.client.call(endpoints.changeEmail, { body: { email: next, password: account.password } });
    return eventually(async () => /token=(eml_[\w-]{43})/.exec((await mailsTo(next))[0]?.text ?? '')?.[1]);
  };
  const follow = (token: string) => server.visitor().send(auth.endpoints.verifyEmail, { body: { token } });

  it('does not change the email by a link from before a change of the password', async () => {
    const account = await server.signUp();
    const token = await orderChange(account, `new-${account.email}`);
    const credentials = { email: account.email, password: account.password };
    const { idToken } = await server.visitor().call(passwords.endpoints.idToken, { body: credentials });
    await account.client.call(passwords.endpoints.change, { body: { idToken, password: 'Better1Horse!' } });
    expect((await follow(token)).body.code).toBe('auth.link_expired');
  });

  it('keeps the email when another user has taken the new one meanwhile', async () => {
    const account = await server.signUp();
    const other = await server.signUp('Grace Hopper');
    const next = `wanted-${account.email}`;
    const token = await orderChange(account, next);
    await server.sql('update users set email = $2 where id = $1', [other.user.userId, next]);
    expect((await follow(token)).body.code).toBe('auth.email_taken');
    expect((await account.client.call(auth.endpoints.session, {})).user?.email).toBe(account.email);
  });

  it('answers in the same way when the new email is taken, and notifies its owner', async () => {
    const { client, password } = await server.signUp();
    const other = await server.signUp('Grace Hopper');
    const reply = await client.send(endpoints.changeEmail, { body: { email: other.email, password } });
    expect(reply.body.responseData).toEqual({ done: true });
    const mail = await eventually(async () =>
      (await mailsTo(other.email)).find(({ subject }) => subject === 'This address has an account already'),
    );
    expect(mail.text).not.toContain('token=');
  });

  it('sends at most three mails an hour that change the email', async () => {
    const { client, email, password } = await server.signUp();
    const codes = [];
    for (const name of ['one', 'two', 'three', 'four']) {
      const body = { email: `${name}-${email}`, password };
      codes.push((await client.send(endpoints.changeEmail, { body })).body.code ?? 'ok');
    }
    expect(codes).toEqual(['ok', 'ok', 'ok', 'request.rate_limited']);
  });

  it('refuses the password of a user who is signed in after ten failures, and counts anew after a success', async () => {
    const { client, email, password } = await server.signUp();
    const attempt = async (candidate: string) => {
      const body = { email: `next-${email}`, password: candidate };
      return (await client.send(endpoints.changeEmail, { body })).body.code ?? 'ok';
    };
    expect([await attempt('Wrong-Horse-7'), await attempt(password)]).toEqual(['passwords.wrong', 'ok']);
    for (let count = 0; count < 10; count += 1)
      expect(await attempt('Wrong-Horse-7')).toBe('passwords.wrong');
    expect(await attempt(password)).toBe('request.rate_limited');
  });
});

describe('the sessions', () => {
  it('are listed with device and address, and the current one is marked', async () => {
    const { client, email, password } = await server.signUp();
    const phone = server.visitor();
    await phone.fetch(auth.endpoints.signIn.path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Safari/604.1',
      },
      body: JSON.stringify({ email, password }),
    });
    const { sessions } = await phone.call(endpoints.sessions, {});
    expect(sessions.map(({ device, isCurrent }) => ({ device, isCurrent }))).toEqual([
      { device: 'Safari on iPhone', isCurrent: true },
      { device: 'node', isCurrent: false },
    ]);
    expect(sessions[0]?.address).toBe('127.0.0.1');
    expect(JSON.stringify(sessions)).not.toContain(client.cookies.get('atelier_session') ?? 'none');
  });

  it('end one by one, or all but this one', async () => {
    const { client, email, password, user } = await server.signUp();
    const others = [server.visitor(), server.visitor(), server.visitor()];
    for (const other of others) await other.call(auth.endpoints.signIn, { body: { email, password } });
    const list = async () => (await client.call(endpoints.sessions, {})).sessions;
    const [newest, middle] = await list();
    await server.sql(`update sessions set expires_at = now() - interval '1 second' where id = $1`, [
      middle?.sessionId,
    ]);
    expect((await list()).map(({ sessionId }) => sessionId)).not.toContain(middle?.sessionId);
    await client.call(endpoints.endSession, { params: { id: newest?.sessionId ?? '' } });
    expect((await others[2]?.call(auth.endpoints.session, {}))?.user).toBeNull();
    expect(await client.call(endpoints.endOtherSessions, { body: {} })).toEqual({ ended: 2 });
    expect(await list()).toMatchObject([{ isCurrent: true }]);
    const gone = await client.send(endpoints.endSession, { params: { id: newest?.sessionId ?? '' } });
    expect(gone.body.code).toBe('account.session_not_found');
    const details = `select details from audit_log where action = 'identity.other_sessions_ended' and subject_id = $1`;
    expect(await server.sql(details, [user.userId])).toEqual([{ details: { ended: 2, apiKeysRevoked: 0 } }]);
  });

  it('cannot be ended by another user or with an API key', async () => {
    const { client } = await server.signUp();
    const stranger = await server.signUp('Grace Hopper');
    const [session] = (await client.call(endpoints.sessions, {})).sessions;
    const call = { params: { id: session?.sessionId ?? '' } };
    expect((await stranger.client.send(endpoints.endSession, call)).body.code).toBe(
      'account.session_not_found',
    );
    const { apiKey } = await client.call(auth.endpoints.getApiKey, {});
    const program = new Client(server.origin, apiKey ?? '');
    expect((await program.send(endpoints.endSession, call)).body.code).toBe('auth.needs_session');
    expect((await client.call(auth.endpoints.session, {})).user).not.toBeNull();
  });
});

describe('deleting the account', () => {
  const members = async (tenantId: string) =>
    (await server.sql('select 1 from memberships where tenant_id = $1', [tenantId])).length;

  it('lists what else is deleted, and deletes it', async () => {
    const { client, user, email, password } = await server.signUp();
    const { tenants } = await client.call(endpoints.previewDeletion, {});
    expect(tenants).toMatchObject([{ tenantId: user.tenantId, fate: 'deleted', otherMembers: 0 }]);
    const wrong = await client.send(endpoints.deleteAccount, { body: { email, password: 'Wrong-Horse-7' } });
    expect(wrong.body.code).toBe('passwords.wrong');
    const other = await client.send(endpoints.deleteAccount, {
      body: { email: 'somebody@example.com', password },
    });
    expect(other.body.code).toBe('account.email_differs');
    await client.call(endpoints.deleteAccount, { body: { email, password } });
    expect([...client.cookies.keys()]).toEqual([expect.stringMatching(/^atelier_device_/)]);
    const left = await server.sql(
      `select 1 from users where id = $1 union all select 1 from accounts where user_id = $1
         union all select 1 from sessions where user_id = $1`,
      [user.userId],
    );
    expect(left).toEqual([]);
    await eventually(
      async () => (await server.sql('select 1 from tenants where id = $1', [user.tenantId])).length === 0,
    );
    const body = { email, password };
    expect((await server.visitor().send(auth.endpoints.signIn, { body })).body.code).toBe(
      'auth.bad_credentials',
    );
  });

  it('is refused while the user owns a tenant with other members, and changes nothing', async () => {
    const ada = await server.signUp();
    const grace = await server.signUp('Grace Hopper');
    await server.sql(`insert into memberships (tenant_id, user_id, role) values ($1, $2, 'ADMIN')`, [
      ada.user.tenantId,
      grace.user.userId,
    ]);
    const body = { email: ada.email, password: ada.password };
    const refused = await ada.client.send(endpoints.deleteAccount, { body });
    expect(refused.body).toMatchObject({
      code: 'account.owns_tenant',
      details: { tenants: ['Ada Lovelace Ltd'] },
    });
    expect(await members(ada.user.tenantId)).toBe(2);
    const { tenants } = await grace.client.call(endpoints.previewDeletion, {});
    expect(tenants.map(({ fate }) => fate)).toEqual(['deleted', 'left']);
    await grace.client.call(endpoints.deleteAccount, {
      body: { email: grace.email, password: grace.password },
    });
    expect(await members(ada.user.tenantId)).toBe(1);
    expect(await auditTrail(server, grace.user.userId)).toContain('identity.account_deleted');
    expect((await ada.client.send(endpoints.deleteAccount, { body })).status).toBe(200);
  });

  it('closes no tenant of its own as long as it is refused because of another one', async () => {
    const ada = await server.signUp();
    const { user: other } = await server.signUp('Grace Hopper');
    await server.sql(`update memberships set role = 'ADMIN' where tenant_id = $1`, [other.tenantId]);
    await server.sql(`insert into memberships (tenant_id, user_id, role) values ($1, $2, 'OWNER')`, [
      other.tenantId,
      ada.user.userId,
    ]);
    const { tenants } = await ada.client.call(endpoints.previewDeletion, {});
    expect(tenants.map(({ tenantName, fate }) => [tenantName, fate])).toEqual([
      ['Ada Lovelace Ltd', 'deleted'],
      ['Grace Hopper Ltd', 'keeps'],
    ]);
    const body = { email: ada.email, password: ada.password };
    const refused = await ada.client.send(endpoints.deleteAccount, { body });
    expect(refused.body).toMatchObject({
      code: 'account.owns_tenant',
      details: { tenants: ['Grace Hopper Ltd'] },
    });
    expect((await ada.client.call(auth.endpoints.session, {})).user?.tenantId).toBe(ada.user.tenantId);
  });
});
