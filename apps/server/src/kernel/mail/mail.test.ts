import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMailServer } from '../../../tests/fakes/mail-server.ts';
import { silentLog } from '../log/log.ts';
import { createMailer, type Mail, MailError, type MailOutbox } from './mail.ts';
import { renderMail } from './mail-template.ts';

const mail: Mail = { to: 'ada@example.com', subject: 'Grüße', text: 'plain text', html: '<p>rich text</p>' };

const memoryOutbox = (): MailOutbox & { kept: Mail[] } => {
  const kept: Mail[] = [];
  return {
    kept,
    insert: async (each) => void kept.push(each),
    list: async () => kept.map((each, index) => ({ ...each, id: String(index), createdAt: new Date(0) })),
  };
};

let server: Awaited<ReturnType<typeof startMailServer>>;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.close());

const mailerWith = (url: string | undefined, outbox = memoryOutbox()) =>
  createMailer({
    config: { mail: { smtpUrl: url, from: 'Atelier <a@example.com>' } },
    outbox,
    log: silentLog(),
  });

describe('mail', () => {
  it('lies in the outbox while there is no mail server', async () => {
    const outbox = memoryOutbox();
    const mailer = mailerWith(undefined, outbox);
    await mailer.send(mail);
    expect(mailer.usesOutbox).toBe(true);
    expect(outbox.kept).toEqual([mail]);
  });

  it('goes to the mail server as text and HTML', async () => {
    const outbox = memoryOutbox();
    const mailer = mailerWith(server.url, outbox);
    await mailer.send(mail);
    await mailer.close();
    expect(mailer.usesOutbox).toBe(false);
    expect(outbox.kept).toEqual([]);
    for (const part of [
      'From: Atelier <a@example.com>',
      'To: ada@example.com',
      'plain text',
      '<p>rich text</p>',
    ]) {
      expect(server.mails.at(-1)?.message).toContain(part);
    }
  });

  it('that is sent again has the same Message-ID, and another mail has another one', async () => {
    const mailer = mailerWith(server.url);
    for (const key of ['record/1', 'record/1', 'record/2']) await mailer.send({ ...mail, key });
    await mailer.close();
    const ids = server.mails
      .slice(-3)
      .map(({ message }) => /^Message-ID: (<.+@example\.com>)$/m.exec(message)?.[1]);
    expect(ids[0]).toBeDefined();
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
  });

  it('goes to one address, even when the text looks like several', async () => {
    const mailer = mailerWith(server.url);
    for (const to of ['a@example.com, eve@example.com', 'a@example.com\r\nBcc: eve@example.com']) {
      await mailer.send({ ...mail, to, subject: 'x\r\nBcc: eve@example.com' }).catch(() => undefined);
    }
    await mailer.close();
    expect(server.envelopes.join('\n')).not.toMatch(/RCPT TO:<eve@/);
    expect(server.mails.map(({ message }) => message).join('\n')).not.toMatch(/^Bcc:/m);
  });

  it('fails with a MailError when the mail server refuses it or is unreachable', async () => {
    const mailer = mailerWith(server.url);
    await expect(mailer.send({ ...mail, to: 'nobody@example.com' })).rejects.toThrow(MailError);
    await mailer.close();
    await expect(mailerWith('smtp://127.0.0.1:1').send(mail)).rejects.toThrow(MailError);
  });
});

describe('the template of mails', () => {
  const content = {
    to: 'ada@example.com',
    subject: 'Confirm your address',
    paragraphs: ['Hello <Ada> & "friends"'],
    action: { label: 'Confirm', url: 'https://example.com/verify?a=1&b="2"' },
    note: 'Works for a day.',
  };

  it('says the same in text and HTML', () => {
    const { text, html } = renderMail(content);
    for (const part of ['Confirm your address', 'Confirm', 'Works for a day.']) {
      expect(text).toContain(part);
      expect(html).toContain(part);
    }
    expect(text).toContain('Hello <Ada> & "friends"');
    expect(text).toContain('https://example.com/verify?a=1&b=%222%22');
  });

  it('escapes everything it is given', () => {
    const { html } = renderMail({ ...content, heading: '<script>alert(1)</script>' });
    expect(html).not.toContain('<script>');
    expect(html).toContain('Hello &lt;Ada&gt; &amp; &quot;friends&quot;');
    expect(html).toContain('href="https://example.com/verify?a=1&amp;b=%222%22"');
  });

  it('links to web addresses only', () => {
    expect(() => renderMail({ ...content, action: { label: 'x', url: 'javascript:alert(1)' } })).toThrow(
      /cannot link/,
    );
  });
});
