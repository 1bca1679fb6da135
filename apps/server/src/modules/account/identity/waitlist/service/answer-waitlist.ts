import type { JoinWaitlist, WaitlistStatus } from '@atelier/contracts/account/identity/waitlist';
import { z } from 'zod';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { AnyCtx, Ctx } from '../../../../../kernel/context/context.ts';
import { defineJob, type InputOf } from '../../../../../kernel/context/define-job.ts';
import type { Mail } from '../../../../../kernel/mail/mail.ts';
import { renderMail } from '../../../../../kernel/mail/mail-template.ts';
import type { Anonymous } from '../../../../../kernel/module/exchange.ts';
import { hashToken, newToken } from '../../../../../kernel/secrets/secrets.ts';
import { type WaitlistQuery, type WaitlistRow, waitlistRepository } from '../repository.ts';

interface Applicant {
  email: string;
  /** The hash of the token in an admission mail. */
  inviteHash: string | null;
  /** True when a provider has verified the address. */
  isProven: boolean;
}

/**
 * Throws for a new account while sign-up is by invitation (AUTH-05, AUTH-07), unless the address was admitted from the waiting list, as
 * proven by the token of the mail or by a provider that has verified the address. Returns whether the address is proven.
 */
export const requireInvite = async (
  ctx: Anonymous,
  { email, inviteHash, isProven }: Applicant,
): Promise<boolean> => {
  const invited =
    inviteHash === null
      ? undefined
      : await ctx.globally((db) => waitlistRepository.findAdmitted(db, inviteHash, new Date()));
  const holdsToken = invited?.email === email;
  if (holdsToken || ctx.services.config.identity.signUp === 'open') return holdsToken || isProven;
  if (!isProven || !(await ctx.globally((db) => waitlistRepository.isAdmitted(db, email))))
    fail('auth.invite_required');
  return true;
};

/** Requests access. The answer does not reveal whether the address is on the list or has an account. */
export const joinWaitlist = (ctx: Anonymous, user: JoinWaitlist): Promise<void> =>
  ctx.globally((db) => waitlistRepository.join(db, user, new Date()));

/** Returns the requester to whom an admission mail was sent. */
export const readInvite = async (ctx: Anonymous, invite: string) => {
  const row = await ctx.globally((db) => waitlistRepository.findAdmitted(db, hashToken(invite), new Date()));
  if (!row) return fail('auth.link_expired');
  return { name: row.name, email: row.email, companyName: row.companyName };
};

/** The mail that admits somebody from the waiting list. */
const admissionMail = ({ to, name, link }: { to: string; name: string; link: string }): Mail =>
  renderMail({
    to,
    subject: 'Your place in Atelier is ready',
    heading: 'Your place is ready',
    name,
    paragraphs: ['you asked for access to Atelier. You can make your account now.'],
    action: { label: 'Create my account', url: link },
    note: 'The link works for 14 days. If you did not ask for access, you can ignore this mail.',
  });

export const admissionMailJob = defineJob({
  name: 'identity.send-admission-mail',
  input: z.object({ waitlistId: z.string(), origin: z.url() }),
});

const lifetimeMs = 14 * 24 * 60 * 60 * 1000;

/** Lists the waiting list, newest first. */
export const listWaitlist = (
  ctx: AnyCtx,
  query: WaitlistQuery,
): Promise<{ rows: WaitlistRow[]; nextCursor: string | null; total: number }> =>
  ctx.tx(({ db }) => waitlistRepository.list(db, query));

const answer = (ctx: AnyCtx, id: string, change: { from: WaitlistStatus[]; to: WaitlistStatus }) =>
  ctx.tx(async (tx) => {
    const row = await waitlistRepository.answer(tx.db, id, change);
    if (row) return row;
    return fail(
      (await waitlistRepository.find(tx.db, id)) ? 'waitlist.already_answered' : 'waitlist.not_found',
    );
  });

/**
 * Admits a requester, who gets a mail with a link to sign up. A repeated call sends a new link and makes the earlier one invalid. `origin`
 * is that of the link, for example `https://atelier.example.com`.
 */
export const admitFromWaitlist = (ctx: AnyCtx, id: string, origin: string): Promise<WaitlistRow> =>
  ctx.tx(async (tx) => {
    const row = await answer(tx, id, { from: ['WAITING', 'DECLINED', 'ADMITTED'], to: 'ADMITTED' });
    const order = { waitlistId: id, origin };
    await tx.enqueue(admissionMailJob, order, { key: `${admissionMailJob.name}:${id}` });
    await tx.audit('identity.waitlist_admitted', id, { email: row.email });
    return row;
  });

/** Declines a request. No mail is sent, and the requester can still be admitted later. */
export const declineFromWaitlist = (ctx: AnyCtx, id: string): Promise<WaitlistRow> =>
  ctx.tx(async (tx) => {
    const row = await answer(tx, id, { from: ['WAITING', 'ADMITTED'], to: 'DECLINED' });
    await tx.audit('identity.waitlist_declined', id, { email: row.email });
    return row;
  });

/** Creates the token and mails its link. A retry creates a new token, which makes the earlier one invalid. */
export const sendAdmissionMail = async (
  ctx: Ctx,
  { waitlistId, origin }: InputOf<typeof admissionMailJob>,
): Promise<void> => {
  const token = newToken('inv');
  const row = await ctx.tx(async (tx) => {
    const found = await waitlistRepository.find(tx.db, waitlistId);
    if (found?.status !== 'ADMITTED') return undefined;
    const expiresAt = new Date(tx.now().getTime() + lifetimeMs);
    await waitlistRepository.putToken(tx.db, waitlistId, hashToken(token), expiresAt);
    return found;
  });
  if (!row) return;
  const link = `${origin}/signup?invite=${token}`;
  await ctx.services.mailer.send(admissionMail({ to: row.email, name: row.name, link }));
};
