import type { MemberRole } from '@atelier/contracts';
import type { Mail } from '../../kernel/mail.ts';
import { renderMail } from '../../kernel/mail-template.ts';

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
}

/** The mail with the link by which an invitation is accepted. */
export const invitationMail = ({ to, companyName, invitedBy, role, link, days }: Invitation): Mail => ({
  to,
  subject: `${invitedBy} invites you to ${companyName}`,
  ...renderMail({
    heading: `Join ${companyName} on Atelier`,
    paragraphs: [`${invitedBy} invites you to work in ${companyName} as ${roleNames[role]}.`],
    action: { label: 'Accept the invitation', url: link },
    note: `The link works once, for ${days} days, and only for ${to}. If you do not know ${invitedBy}, you can ignore this mail.`,
  }),
});

interface AccessRequest {
  to: string;
  name: string;
  from: string;
  companyName: string;
  message: string;
  link: string;
}

/** The mail by which an operator asks whoever invited them for more access. */
export const accessRequestMail = ({ to, name, from, companyName, message, link }: AccessRequest): Mail => ({
  to,
  subject: `${from} asks for more access in ${companyName}`,
  ...renderMail({
    heading: `${from} asks for more access`,
    paragraphs: [`Hello ${name},`, `${from} is an operator in ${companyName} and writes:`, message],
    action: { label: 'Open the list of users', url: link },
    note: 'Give access to an app or a knowledge base where you share it, or change the role in the list of users.',
  }),
});
