import { fail } from '../../../../../kernel/base/errors.ts';
import { createMailOutbox } from '../../../../../kernel/mail/mail-outbox.ts';
import type { Services } from '../../../../../kernel/services/services.ts';

/** Lists the newest mails of the embedded outbox, which exists only while no mail server is configured. */
export const listOutbox = async ({ config, identityPool }: Services) => {
  if (config.mail.smtpUrl !== undefined) fail('auth.outbox_closed');
  const mails = await createMailOutbox(identityPool).list();
  return mails.map(({ id, to, subject, text, createdAt }) => ({
    id,
    to,
    subject,
    text,
    createdAt: createdAt.toISOString(),
  }));
};
