import { createHash } from 'node:crypto';
import type { Config } from '../config/config.ts';
import type { Log } from '../log/log.ts';

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /**
   * The same for every attempt to send this mail. Its `Message-ID` is made from it, by which mail servers and programs recognise a mail that
   * arrives twice (RFC 5322, 3.6.4); the outbox keeps it once.
   */
  key?: string;
};
export type StoredMail = Omit<Mail, 'key'> & { id: string; createdAt: Date };

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

const longestId = 32;

/** Returns the part of an id that a key stands for. */
export const idOfKey = (key: string): string =>
  createHash('sha256').update(key).digest('hex').slice(0, longestId);

/** Returns the `Message-ID` of a mail with a key: an id under the domain of the sender. */
const toMessageId = (key: string, from: string): string => {
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';
  return `<${idOfKey(key)}@${domain}>`;
};

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
    send: async ({ to, subject, text, html, key }) => {
      const started = performance.now();
      try {
        // An object, because a text with commas would be read as several addresses.
        connecting ??= connect();
        await (await connecting).sendMail({
          ...{ from, to: { name: '', address: to }, subject, text, html },
          ...(key !== undefined && { messageId: toMessageId(key, from) }),
        });
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
