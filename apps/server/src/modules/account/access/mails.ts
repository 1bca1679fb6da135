import type { Mail } from '../../../kernel/mail/mail.ts';
import { renderMail } from '../../../kernel/mail/mail-template.ts';

interface AboutThing {
  to: string;
  /** The name of the addressee. */
  name: string;
  companyName: string;
  /** The kind and the name of the thing: "worker" and "Support answers". */
  label: string;
  thing: string;
  link: string;
}

/** The mail that tells a member what was shared with them, and what they may do with it. */
export const sharedMail = (mail: AboutThing & { giver: string; use: string }): Mail => ({
  to: mail.to,
  subject: `${mail.giver} shared the ${mail.label} “${mail.thing}” with you`,
  ...renderMail({
    heading: `The ${mail.label} “${mail.thing}” is shared with you`,
    paragraphs: [
      `Hello ${mail.name},`,
      `${mail.giver} gave you access to the ${mail.label} “${mail.thing}” of ${mail.companyName}. ${mail.use}`,
    ],
    action: { label: `Open the ${mail.label}`, url: mail.link },
    note: 'It also stands on your first screen, under “Shared with you”.',
  }),
});

/** The mail that tells those who may give access who asks for it. */
export const requestMail = (
  mail: AboutThing & { asker: string; askerEmail: string; message: string },
): Mail => ({
  to: mail.to,
  subject: `${mail.asker} asks for access to “${mail.thing}”`,
  ...renderMail({
    heading: `${mail.asker} asks for access`,
    paragraphs: [
      `Hello ${mail.name},`,
      `${mail.asker} (${mail.askerEmail}) asks for access to the ${mail.label} “${mail.thing}” of ${mail.companyName}.`,
      ...(mail.message === '' ? [] : [`“${mail.message}”`]),
    ],
    action: { label: 'Decide about it', url: mail.link },
    note: 'The first screen shows the request, and gives access with one click.',
  }),
});
