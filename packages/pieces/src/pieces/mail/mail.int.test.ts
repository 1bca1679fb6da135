import { connect } from 'node:net';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMailServers } from '../../../tests/mail-servers.ts';
import { memoryFiles } from '../../../tests/memory-files.ts';
import { poll } from '../../../tests/poll.ts';
import { failureOf, runAction } from '../../../tests/run-action.ts';
import type { PieceIo } from '../../piece.ts';
import { mail } from './mail.ts';
import { readMailbox } from './mailbox-source.ts';

const host = 'mail.example.com';

describe('the mail piece', () => {
  let servers: Awaited<ReturnType<typeof startMailServers>>;
  let connection: Record<string, JsonValue>;

  /** Leads to the servers of this test, as the address check of the server would to public ones. */
  const io: PieceIo = {
    fetch: () => Promise.reject(new Error('This piece sends no requests.')),
    connect: (name, port) => {
      if (name !== host) return Promise.reject(Object.assign(new Error(name), { code: 'outbound.blocked' }));
      return new Promise((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => resolve(socket));
        socket.once('error', reject);
      });
    },
  };

  beforeAll(async () => {
    servers = await startMailServers(host);
    const { ports, ca } = servers;
    connection = { user: 'ann', password: 'secret', from: 'Ann Lee <ann@example.com>', ca };
    Object.assign(connection, { smtpHost: host, smtpPort: ports.smtps, smtpSecurity: 'TLS' });
    Object.assign(connection, { imapHost: host, imapPort: ports.imaps, imapSecurity: 'TLS' });
  });
  afterAll(() => servers.close());

  const run = (name: string, input: Record<string, JsonValue>, given: Record<string, JsonValue> = {}) =>
    runAction(`mail.${name}`, input, { io, connection: { ...connection, ...given } }) as Promise<
      Record<string, JsonValue>
    >;
  const send = (input: Record<string, JsonValue>, given: Record<string, JsonValue> = {}) =>
    run('send_mail', { to: 'bob@example.com', subject: 'Hello', text: 'Hi', ...input }, given);
  const look = (state: JsonValue, input: Record<string, JsonValue> = {}) =>
    poll('mail.new_mail', input, { io, connection, state });
  const arrive = (subject: string, text = 'Where is my order?', head = '') =>
    servers.receive(
      `From: Bob <bob@example.com>\nTo: ann@example.com\nSubject: ${subject}\nMessage-ID: <${encodeURIComponent(subject)}@example.com>\nDate: Mon, 2 Mar 2026 10:30:00 +0100\n${head}\n${text}\n`,
    );

  it('sends mail over TLS and STARTTLS, with copies, an answer and HTML', async () => {
    const sent = await send({
      to: 'Bob <bob@example.com>; cleo@example.com',
      cc: 'dan@example.com',
      bcc: 'eve@example.com',
      replyTo: 'help@example.com',
      subject: 'Größe\r\nBcc: mallory@example.com',
      html: '<p>Hi</p>',
      inReplyTo: '<question@example.com>',
    });
    expect(sent['accepted']).toEqual([
      'bob@example.com',
      'cleo@example.com',
      'dan@example.com',
      'eve@example.com',
    ]);
    const message = servers.sent.at(-1) ?? '';
    expect(message).toContain('From: Ann Lee <ann@example.com>');
    expect(message).toContain('Reply-To: help@example.com');
    expect(message).toContain('In-Reply-To: <question@example.com>');
    expect(message).toContain(`Message-ID: ${sent['messageId'] as string}`);
    expect(message).toContain('<p>Hi</p>');
    expect(message).not.toMatch(/^Bcc:/im);
    const { platform, put } = memoryFiles();
    const input = {
      to: 'bob@example.com',
      subject: 'Bill',
      text: 'Here',
      attachments: await put('bill.pdf', '%PDF'),
    };
    await runAction('mail.send_mail', input, { io, connection, platform });
    expect(servers.sent.at(-1)).toContain('filename=bill.pdf');
    expect(servers.sent.at(-1)).toContain('JVBERg==');
    const again = await send({}, { smtpPort: servers.ports.smtp, smtpSecurity: 'STARTTLS' });
    expect(again['messageId']).toBe(sent['messageId']);
  });

  it('says what is wrong with a mail, with the recipient and with the connection', async () => {
    expect(await failureOf(() => send({ to: 'bob' }))).toContain('“bob” is no mail address');
    expect(await failureOf(() => send({ to: ' , ' }))).toContain('“To” names nobody');
    expect(await failureOf(() => send({ inReplyTo: 'abc' }))).toContain('is no id of a mail');
    const many = Array.from({ length: 101 }, (_, n) => `p${n}@example.com`).join(',');
    expect(await failureOf(() => send({ to: many }))).toContain('100 people at most');
    expect(await failureOf(() => send({ to: 'nobody@example.com' }))).toContain('no such mailbox');
    expect(await failureOf(() => send({}, { password: 'wrong' }))).toContain(
      'refused user name and password',
    );
    expect(await failureOf(() => send({}, { ca: '' }))).toContain('The certificate of mail.example.com');
    expect(await failureOf(() => send({}, { smtpHost: '10.0.0.1' }))).toContain('pieces.blocked');
    expect(await failureOf(() => send({}, { smtpHost: '' }))).toContain('names no outgoing server');
    const plain = { smtpPort: servers.ports.smtp };
    expect(await failureOf(() => send({}, plain))).toMatch(/pieces\.(unreachable|refused)/);
  });

  it('lists, reads, marks and moves mail', async () => {
    arrive('=?UTF-8?Q?Gr=C3=BC=C3=9Fe?=', 'Zeile eins\n\nZeile zwei');
    const html = '<p>Only <b>HTML</b></p><script>no()</script>';
    arrive('Page', html, 'MIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\n');
    const parts = [
      '--x\nContent-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\nGr=F6=DFe',
      '--x\nContent-Type: application/pdf; name="bill.pdf"\nContent-Disposition: attachment; filename="bill.pdf"\nContent-Transfer-Encoding: base64\n\nJVBERg==',
      '--x--',
    ].join('\n');
    arrive('Bill', parts, 'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n');
    const list = (await run('list_mails', { from: 'bob' })) as unknown as { uid: number; subject: string }[];
    expect(list.map(({ subject }) => subject)).toEqual(['Bill', 'Page', 'Grüße']);
    expect(await run('list_mails', { subject: 'nothing like this' })).toEqual([]);
    const [bill, page, greeting] = list.map(({ uid }) => uid);
    expect(await run('read_mail', { uid: bill ?? 0 })).toMatchObject({
      messageId: '<Bill@example.com>',
      from: { name: 'Bob', address: 'bob@example.com' },
      date: '2026-03-02T09:30:00.000Z',
      isRead: false,
      text: 'Größe',
      attachments: [{ name: 'bill.pdf', type: 'application/pdf' }],
    });
    const { platform, bytesOf } = memoryFiles();
    const withFiles = { uid: bill ?? 0, withAttachments: true };
    const opened = await runAction('mail.read_mail', withFiles, { io, connection, platform });
    const [attached] = (opened as { attachments: { file: { id: string } }[] }).attachments;
    expect(attached).toMatchObject({
      name: 'bill.pdf',
      file: { name: 'bill.pdf', type: 'application/pdf', size: 4 },
    });
    expect(bytesOf(attached?.file.id ?? '').toString()).toBe('%PDF');
    expect(await run('read_mail', { uid: page ?? 0 })).toMatchObject({ text: 'Only HTML', html });
    expect((await run('read_mail', { uid: greeting ?? 0 }))['text']).toBe('Zeile eins\n\nZeile zwei');
    expect((await run('mark_mail', { uid: bill ?? 0, as: 'READ' }))['isRead']).toBe(true);
    expect((await run('mark_mail', { uid: bill ?? 0, as: 'FLAGGED' }))['isFlagged']).toBe(true);
    expect((await run('list_mails', { unreadOnly: true })) as unknown).toHaveLength(2);
    const moved = await run('move_mail', { uid: bill ?? 0, target: 'Archive' });
    expect(moved).toMatchObject({ mailbox: 'Archive' });
    const there = await run('read_mail', { mailbox: 'Archive', uid: moved['uid'] ?? 0 });
    expect(there['subject']).toBe('Bill');
    expect(await failureOf(() => run('move_mail', { uid: bill ?? 0, target: 'Archive' }))).toContain(
      'There is no mail',
    );
    expect(await failureOf(() => run('move_mail', { uid: page ?? 0, target: 'Nowhere' }))).toContain(
      'pieces.not_found',
    );
    expect(await failureOf(() => run('list_mails', { mailbox: 'Nowhere' }))).toContain(
      'There is no folder “Nowhere”',
    );
    expect(await failureOf(() => run('list_mails', {}, { password: 'wrong' }))).toContain(
      'refused user name',
    );
    expect(await failureOf(() => run('read_mail', { uid: 0 }))).toContain('pieces.invalid_input');
  });

  it('reports new mail, page by page, and only what fits', async () => {
    const first = await look(null);
    expect(first.events).toEqual([]);
    expect((await look(first.state)).events).toEqual([]);
    for (let n = 1; n <= 23; n += 1) arrive(`Order ${n}`);
    const page = await look(first.state);
    expect([page.events.length, page.hasMore]).toEqual([20, true]);
    expect(page.events[0]?.value).toMatchObject({ subject: 'Order 1', text: 'Where is my order?' });
    const rest = await look(page.state);
    expect(rest.events.map(({ value }) => (value as { subject: string }).subject)).toEqual([
      'Order 21',
      'Order 22',
      'Order 23',
    ]);
    expect([rest.hasMore, (await look(rest.state)).events]).toEqual([false, []]);
    const fitting = await look(page.state, { subject: 'order 22', from: 'BOB' });
    expect(fitting.events).toHaveLength(1);
    expect((await look(null, { includeExisting: true })).events[0]?.value).toMatchObject({
      subject: 'Grüße',
    });
    const anew = { uidValidity: 'another', next: 1 };
    expect((await look(anew)).events).toEqual([]);
  });

  it('works over STARTTLS, and tests its connection', async () => {
    const given = { imapPort: servers.ports.imap, imapSecurity: 'STARTTLS' };
    expect((await run('list_mails', { limit: 1 }, given)) as unknown).toHaveLength(1);
    const test = (values: Record<string, JsonValue>) =>
      mail.connection?.test(io, { ...connection, ...values }, AbortSignal.timeout(30_000));
    expect(await test({})).toBe('Sending works. Reading works: the mailbox has 2 folders.');
    expect(await test({ smtpHost: '' })).toMatch(/^Reading works/);
    expect(await failureOf(() => test({ smtpHost: '', imapHost: '' }))).toContain(
      'Please enter an outgoing server',
    );
  });

  it('reads a mail of three megabytes as it is, piece by piece', async () => {
    const line = `${'A long line of a long mail. '.repeat(30)}\n`;
    arrive('Long', line.repeat(3600));
    const found = await run('list_mails', { subject: 'Long', limit: 1 });
    const [{ uid }] = found as unknown as [{ uid: number }];
    const mails: (Buffer | null)[] = [];
    await readMailbox(
      { connection, io, signal: new AbortController().signal, folder: 'INBOX' },
      {
        ...{ known: null, lookedAt: null, from: new Date(0), now: new Date(), most: 1000 },
        take: async (it) => void (it.uid === uid && mails.push(it.bytes)),
      },
    );
    const text = mails[0]?.toString() ?? '';
    expect(text).toContain('Subject: Long\r\n');
    expect(text.split('\r\n').filter((it) => it === line.slice(0, -1))).toHaveLength(3600);
    expect(await run('read_mail', { uid })).toMatchObject({ subject: 'Long' });
  });

  it('ends with the run', async () => {
    const stop = new AbortController();
    const slow: PieceIo = {
      ...io,
      connect: async (name, port) => {
        const socket = await io.connect(name, port);
        stop.abort(new Error('cancelled'));
        return socket;
      },
    };
    const reading = runAction('mail.list_mails', {}, { io: slow, connection, signal: stop.signal });
    await expect(reading).rejects.toThrow('cancelled');
  });
});
