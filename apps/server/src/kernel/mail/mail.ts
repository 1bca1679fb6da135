import type { Config } from '../config/config.ts';
import type { Log } from '../log/log.ts';

export type Mail = { to: string; subject: string; text: string; html: string };
export type StoredMail = Mail & { id: string; createdAt: Date };

/** Keeps mails while no mail server is configured; `list` returns the newest first. */
export type MailOutbox = {
  insert(mail: Mail): Promise<void>;
  list(): Promise<StoredMail[]>;
};

/** The mail server could not be reached or refused the mail; the cause says which. A retry may help. */
export class MailError extends Error {
  readonly code = 'mail.not_sent';

  constructor(options: ErrorOptions) {
    super('The mail could not be sent.', options);
    this.name = 'MailError';
  }
}

export type Mailer = {
  /** True when mails are only kept in the outbox, so that nobody waits for one to arrive. */
  readonly usesOutbox: boolean;
  /** Sends one mail to one address. Reaches the network: never call it inside a transaction. @throws MailError */
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
};

type MailerParts = { config: Pick<Config, 'mail'>; outbox: MailOutbox; log: Log };

const outboxMailer = (outbox: MailOutbox, log: Log): Mailer => ({
  usesOutbox: true,
  send: async (mail) => {
    await outbox.insert(mail);
    log.info({ outcome: 'kept' }, 'mail');
  },
  close: async () => undefined,
});

const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

const smtpMailer = (smtpUrl: string, from: string, log: Log): Mailer => {
  const connect = async () => {
    // Loaded with the first mail, because a start does not need it.
    const { default: nodemailer } = await import('nodemailer');
    return nodemailer.createTransport({ url: smtpUrl, pool: true, maxConnections: 2, ...limits });
  };
  let connecting: ReturnType<typeof connect> | undefined;
  return {
    usesOutbox: false,
    send: async ({ to, subject, text, html }) => {
      const started = performance.now();
      try {
        // An object, because a text with commas would be read as several addresses.
        connecting ??= connect();
        await (await connecting).sendMail({ from, to: { name: '', address: to }, subject, text, html });
        log.info({ outcome: 'sent', ms: Math.round(performance.now() - started) }, 'mail');
      } catch (cause) {
        log.warn({ outcome: 'failed', err: cause, ms: Math.round(performance.now() - started) }, 'mail');
        throw new MailError({ cause });
      }
    },
    close: async () => (await connecting)?.close(),
  };
};

/** Makes a mailer that uses the configured mail server, or the outbox when there is none. */
export const createMailer = ({ config, outbox, log }: MailerParts): Mailer =>
  config.mail.smtpUrl === undefined
    ? outboxMailer(outbox, log)
    : smtpMailer(config.mail.smtpUrl, config.mail.from, log);
