import { auth } from '@atelier/contracts/account/identity/auth';
import { waitlist } from '@atelier/contracts/account/identity/waitlist';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditTrail, eventually, startTestServer, type TestServer } from '../../../../../tests/harness.ts';
import { admitFromWaitlist, declineFromWaitlist, listWaitlist } from './service/answer-waitlist.ts';

const grace = { name: 'Grace Hopper', companyName: 'Harbour Works', phone: '+46 40 123 456' };
const password = 'Correct-Horse-7';

describe('the waiting list', () => {
  let open: TestServer;
  let closed: TestServer;
  let tenantId: string;
  beforeAll(async () => {
    open = await startTestServer();
    tenantId = (await open.signUp()).user.tenantId;
    closed = await open.another({ env: { SIGN_UP: 'invite' } });
  });
  afterAll(async () => {
    await closed.close();
    await open.close();
  });

  const ctx = () => closed.contextOf(tenantId);
  const join = (email: string) =>
    closed.visitor().send(waitlist.endpoints.join, { body: { ...grace, email } });
  const idOf = async (email: string) =>
    (await closed.sql<{ id: string }>('select id from waitlist where email = $1', [email]))[0]?.id ?? '';
  const inviteFor = (email: string) =>
    eventually(async () => {
      const { mails } = await closed.visitor().call(auth.endpoints.outbox, {});
      const mail = mails.find(({ to, subject }) => to === email && subject.includes('place'));
      return /invite=([\w-]+)/.exec(mail?.text ?? '')?.[1];
    });
  const signUp = (email: string, invite?: string) =>
    closed.visitor().send(auth.endpoints.signUp, {
      body: { name: grace.name, companyName: grace.companyName, email, password, ...(invite && { invite }) },
    });

  it('is not needed for signing up unless it is configured', {
    tags: ['AUTH-04', 'AUTH-07'],
  }, async () => {
    expect((await open.signUp('Open Door')).user.role).toBe('OWNER');
  });

  it('causes a sign-up without an invitation to be refused with a reference to support', {
    tags: ['AUTH-05', 'AUTH-06', 'AUTH-07'],
  }, async () => {
    const { status, body } = await signUp('stranger@example.com');
    expect(status).toBe(403);
    expect(body.code).toBe('auth.invite_required');
    expect(body.message).toContain('contact support');
    expect(await closed.sql('select id from users where email = $1', ['stranger@example.com'])).toEqual([]);
  });

  it('gives known and unknown addresses the same answer, and stores one row for each', {
    tags: ['ROUTE-19'],
  }, async () => {
    const { email } = await open.signUp('Known Person');
    const replies = [await join('new@example.com'), await join('new@example.com'), await join(email)];
    for (const { status, body } of replies) {
      expect(status).toBe(200);
      expect(body.responseData).toEqual({ done: true });
    }
    const rows = await closed.sql('select id from waitlist where email = $1', ['new@example.com']);
    expect(rows).toHaveLength(1);
  });

  it('requires a phone number', { tags: ['AUTH-12'] }, async () => {
    const { status, body } = await closed
      .visitor()
      .send(waitlist.endpoints.join, { body: { ...grace, email: 'p@example.com', phone: ' ' } });
    expect(status).toBe(400);
    expect(JSON.stringify(body.details)).toContain('Phone Number is required');
  });

  it('lets an admitted requester sign up once, through the link in the mail', {
    tags: ['AUTH-05'],
  }, async () => {
    const email = 'grace@example.com';
    await join(email);
    await admitFromWaitlist(ctx(), await idOf(email), 'https://atelier.example.com');
    const invite = await inviteFor(email);
    const [row] = await closed.sql<{ days: number }>(
      `select round(extract(epoch from token_expires_at - now()) / 86400)::int as days from waitlist where email = $1`,
      [email],
    );
    expect(row?.days).toBe(14);
    const filled = await closed.visitor().call(waitlist.endpoints.readInvite, { body: { invite } });
    expect(filled).toEqual({ name: grace.name, email, companyName: grace.companyName });
    expect((await signUp(email)).body.code).toBe('auth.invite_required');
    expect((await signUp('somebody.else@example.com', invite)).body.code).toBe('auth.invite_required');
    const made = await signUp(email, invite);
    expect(made.body.responseData).toMatchObject({ user: { role: 'OWNER', email_verified: true } });
    const again = await closed.visitor().send(waitlist.endpoints.readInvite, { body: { invite } });
    expect(again.body.code).toBe('auth.link_expired');
    // The outbox of the server shows its links to the operator too.
    expect(await closed.sql('select mail_proven as proven from users where email = $1', [email])).toEqual([
      { proven: false },
    ]);
    expect(await closed.sql('select status from waitlist where email = $1', [email])).toEqual([
      { status: 'JOINED' },
    ]);
  });

  it('invalidates the link of a request that is declined, and refuses a second answer', async () => {
    const email = 'declined@example.com';
    await join(email);
    const id = await idOf(email);
    await admitFromWaitlist(ctx(), id, 'https://atelier.example.com');
    const invite = await inviteFor(email);
    await declineFromWaitlist(ctx(), id);
    expect((await signUp(email, invite)).body.code).toBe('auth.invite_required');
    await expect(declineFromWaitlist(ctx(), id)).rejects.toMatchObject({
      code: 'waitlist.already_answered',
    });
    expect(await auditTrail(closed, id)).toEqual([
      'identity.waitlist_admitted',
      'identity.waitlist_declined',
    ]);
    await expect(declineFromWaitlist(ctx(), 'wait_nobody')).rejects.toMatchObject({
      code: 'waitlist.not_found',
    });
  });

  it('takes a requester whose link has expired back on the list when they ask again', async () => {
    const email = 'late@example.com';
    await join(email);
    await admitFromWaitlist(ctx(), await idOf(email), 'https://atelier.example.com');
    const invite = await inviteFor(email);
    await closed.sql(`update waitlist set token_expires_at = now() - interval '1 minute' where email = $1`, [
      email,
    ]);
    expect((await signUp(email, invite)).body.code).toBe('auth.invite_required');
    await join(email);
    expect(await closed.sql('select status from waitlist where email = $1', [email])).toEqual([
      { status: 'WAITING' },
    ]);
  });

  it('is listed page by page, by state and by search text', async () => {
    for (const name of ['first', 'second', 'third']) await join(`${name}@pages.example.com`);
    const search = 'pages.example.com';
    const first = await listWaitlist(ctx(), { limit: 2, search, status: 'WAITING' });
    expect(first.rows.map(({ email }) => email)).toEqual([
      'third@pages.example.com',
      'second@pages.example.com',
    ]);
    expect(first.total).toBe(3);
    const rest = await listWaitlist(ctx(), { limit: 2, search, cursor: first.nextCursor ?? undefined });
    expect(rest.rows.map(({ email }) => email)).toEqual(['first@pages.example.com']);
    expect(rest.nextCursor).toBeNull();
  });
});
