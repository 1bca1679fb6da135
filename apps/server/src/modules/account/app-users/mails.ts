import type { Mail } from '../../../kernel/mail/mail.ts';
import { renderMail } from '../../../kernel/mail/mail-template.ts';

/** Returns the address of a screen for app users. */
export const userLink = (origin: string, path: `/user/${string}`, query: Record<string, string>): string =>
  `${origin}${path}?${new URLSearchParams(query).toString()}`;

/** The app and the company that a mail names, and its link. */
export interface AppMail {
  to: string;
  appName: string;
  companyName: string;
  link: string;
}

export const invitationMail = (mail: AppMail & { invitedBy: string; days: number }): Mail =>
  renderMail({
    to: mail.to,
    subject: `${mail.invitedBy} invites you to ${mail.appName}`,
    heading: `Use ${mail.appName}`,
    paragraphs: [`${mail.invitedBy} of ${mail.companyName} invites you to chat with ${mail.appName}.`],
    action: { label: 'Accept the invitation', url: mail.link },
    note: `The link works once, for ${mail.days} days, and only for ${mail.to}. If you do not know ${mail.invitedBy}, you can ignore this mail.`,
  });

export const accessMail = (mail: AppMail & { name: string; invitedBy: string }): Mail =>
  renderMail({
    to: mail.to,
    subject: `You can use ${mail.appName} now`,
    name: mail.name,
    paragraphs: [
      `${mail.invitedBy} of ${mail.companyName} gave you access to ${mail.appName}. Sign in as you did before.`,
    ],
    action: { label: 'Open the app', url: mail.link },
    note: 'If you did not expect this, you can ignore this mail.',
  });

export const accessRequestMail = (
  mail: AppMail & { name: string; asker: string; askerEmail: string },
): Mail =>
  renderMail({
    to: mail.to,
    subject: `${mail.asker} asks for access to ${mail.appName}`,
    heading: `${mail.asker} asks for access`,
    name: mail.name,
    paragraphs: [
      `${mail.asker} (${mail.askerEmail}) has an account for an app of ${mail.companyName}, and asks for access to ${mail.appName}.`,
    ],
    action: { label: 'Decide about it', url: mail.link },
    note: 'Nobody has access until you or another member gives it. You get this mail as an owner or administrator of the company.',
  });

export const verificationMail = (mail: AppMail & { name: string }): Mail =>
  renderMail({
    to: mail.to,
    subject: `Confirm your email for ${mail.appName}`,
    heading: 'Confirm your email',
    name: mail.name,
    paragraphs: [
      `please confirm that this address belongs to your account for ${mail.appName} of ${mail.companyName}.`,
    ],
    action: { label: 'Confirm the address', url: mail.link },
    note: 'The link works once, for a day. If you have no such account, you can ignore this mail.',
  });

export const resetMail = (mail: AppMail & { name: string }): Mail =>
  renderMail({
    to: mail.to,
    subject: `Set a new password for ${mail.appName}`,
    heading: 'Set a new password',
    name: mail.name,
    paragraphs: [
      `somebody, probably you, asked for a new password for ${mail.appName} of ${mail.companyName}.`,
    ],
    action: { label: 'Set a new password', url: mail.link },
    note: 'The link works once, for an hour, and ends your sessions everywhere. If it was not you, you can ignore this mail: your password stays as it is.',
  });
