import type { MemberRole } from '@atelier/contracts/account/people/people';
import type { Mail } from '../../../kernel/mail/mail.ts';
import { renderMail } from '../../../kernel/mail/mail-template.ts';

const roleNames: Record<MemberRole, string> = {
  ADMIN: 'an admin',
  BUILDER: 'a builder',
  OPERATOR: 'an operator',
  USER: 'a user',
};

interface Invitation {
  to: string;
  companyName: string;
  invitedBy: string;
  role: MemberRole;
  link: string;
  days: number;
  /** The things to which the invitation gives access, with their kinds: "the worker “Support answers”". */
  things: readonly string[];
}

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** The mail with the link by which an invitation is accepted. */
export const invitationMail = ({ to, companyName, invitedBy, role, link, days, things }: Invitation): Mail =>
  renderMail({
    to,
    subject: `${invitedBy} invites you to ${companyName}`,
    heading: `Join ${companyName} on Atelier`,
    paragraphs: [
      `${invitedBy} invites you to work in ${companyName} as ${roleNames[role]}.`,
      ...(things.length === 0 ? [] : [`You get access to ${list.format(things)}.`]),
    ],
    action: { label: 'Accept the invitation', url: link },
    note: `The link works once, for ${days} days, and only for ${to}. If you do not know ${invitedBy}, you can ignore this mail.`,
  });

interface MemberNotice {
  to: string;
  name: string;
  companyName: string;
  link: string;
}

/** The mail that tells a user that they are no longer a member of the tenant. */
export const removalMail = ({ to, name, companyName, link }: MemberNotice): Mail =>
  renderMail({
    to,
    subject: `You do not belong to ${companyName} any more`,
    heading: `You were removed from ${companyName}`,
    name,
    paragraphs: [
      `An owner or admin removed you from ${companyName}. You cannot open it any more, and your API key there has stopped working.`,
      'Your account stays. You go on in your own company.',
    ],
    action: { label: 'Open Atelier', url: link },
    note: `If you think that this is a mistake, please ask the people of ${companyName}.`,
  });

/** The mail that tells a user that they own the tenant now. */
export const newOwnerMail = ({ to, name, companyName, link, from }: MemberNotice & { from: string }): Mail =>
  renderMail({
    to,
    subject: `${companyName} is yours now`,
    heading: `You are the owner of ${companyName}`,
    name,
    paragraphs: [
      `${from} made you the owner of ${companyName}. You may change everything in it, its plan and payments, hand it over and delete it.`,
    ],
    action: { label: 'Open the company', url: link },
    note: `${from} stays as an admin. You can change that in the list of users.`,
  });

/** The mail that tells the former owner that the tenant was handed over, in case they did not do it themselves. */
export const formerOwnerMail = ({
  to,
  name,
  companyName,
  link,
  heir,
}: MemberNotice & { heir: string }): Mail =>
  renderMail({
    to,
    subject: `${companyName} belongs to ${heir} now`,
    heading: `${companyName} was handed over`,
    name,
    paragraphs: [`${heir} is the owner of ${companyName} now. You stay as an admin.`],
    action: { label: 'Open the company', url: link },
    note: 'If this was not you, change your password at once and ask the new owner to hand the company back.',
  });

interface AccessRequest {
  to: string;
  name: string;
  from: string;
  companyName: string;
  message: string;
  link: string;
}

/** The mail with which a member in the operator role asks the user who invited them for more access. */
export const accessRequestMail = ({ to, name, from, companyName, message, link }: AccessRequest): Mail =>
  renderMail({
    to,
    subject: `${from} asks for more access in ${companyName}`,
    heading: `${from} asks for more access`,
    name,
    paragraphs: [`${from} is an operator in ${companyName} and writes:`, message],
    action: { label: 'Open the list of users', url: link },
    note: 'Give access to an app, an agent or anything else under “Access” on its page, or change the role in the list of users.',
  });
