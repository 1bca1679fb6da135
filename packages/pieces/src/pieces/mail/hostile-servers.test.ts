import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { afterEach, describe, expect, it } from 'vitest';
import { type Behaviour, endlessly, makeTls, startHostile } from '../../../tests/hostile-mail.ts';
import { failureOf, runAction } from '../../../tests/run-action.ts';
import { mail as mailPiece } from './mail.ts';

const megabyte = 1024 * 1024;
let close: () => void = () => undefined;
afterEach(() => close());

const folder = (stream: { write(text: string): unknown }, tag: string, exists = 5) =>
  stream.write(
    `* ${exists} EXISTS\r\n* OK [UIDVALIDITY 1] x\r\n* OK [UIDNEXT 6] x\r\n${tag} OK [READ-WRITE] open\r\n`,
  );
const imap: Behaviour = {
  greet: (stream) => stream.write('* OK ready\r\n'),
  CAPABILITY: (stream, tag) => stream.write(`* CAPABILITY IMAP4rev1\r\n${tag} OK\r\n`),
  SELECT: folder,
  'UID SEARCH': (stream, tag) => stream.write(`* SEARCH 1 2 3\r\n${tag} OK\r\n`),
};
const smtp: Behaviour = {
  greet: (stream) => stream.write('220 ready\r\n'),
  EHLO: (stream) => stream.write('250-mail\r\n250 AUTH PLAIN\r\n'),
  AUTH: (stream) => stream.write('235 in\r\n'),
  DATA: (stream) => stream.write('354 go on\r\n'),
};
const mail = (n: number, more: string) => `* ${n} FETCH (UID ${n} ${more})\r\n`;
const endless = (piece: string) => (stream: Parameters<typeof endlessly>[0]) => endlessly(stream, piece);
const answer =
  (text: string): Behaviour[string] =>
  (stream, tag) =>
    stream.write(`${text}${tag} OK\r\n`);
const nested = (depth: number): string =>
  `${'('.repeat(depth)}("TEXT" "PLAIN" NIL NIL NIL "7BIT" 10 1)${' "MIXED")'.repeat(depth)}`;

const list = { action: 'mail.list_mails', input: { limit: 200 } };
const send = { action: 'mail.send_mail', input: { to: 'bob@example.com', subject: 'Hello', text: 'Hi' } };

const attempt = async (
  kind: 'imap' | 'smtp',
  behaviour: Behaviour,
  {
    signal = AbortSignal.timeout(60_000),
    ...values
  }: { signal?: AbortSignal } & Record<string, JsonValue | AbortSignal> = {},
) => {
  const server = await startHostile(kind, { ...(kind === 'imap' ? imap : smtp), ...behaviour });
  close = server.close;
  const { action, input } = kind === 'imap' ? list : send;
  const connection = server.connection(values as Record<string, JsonValue>);
  let value: JsonValue = null;
  const said = await failureOf(async () => {
    value = await runAction(action, input, { io: server.io, connection, signal });
  });
  return { code: said.split(':')[0], said, value, heard: server.heard.join('\n'), taken: server.taken() };
};

describe('an incoming server that means harm', () => {
  it.each<[string, string, Behaviour]>([
    ['greets without an end', 'pieces.too_large', { greet: endless('x'.repeat(65_536)) }],
    ['greets with lines without an end', 'pieces.too_large', { greet: endless('* NO x\r\n'.repeat(8000)) }],
    [
      'names what it can without an end',
      'pieces.too_large',
      { CAPABILITY: endless('* CAPABILITY A\r\n'.repeat(4000)) },
    ],
    [
      'names what it can in a line of 9 MB',
      'pieces.too_large',
      { CAPABILITY: answer(`* CAPABILITY ${'A1 '.repeat(3 * megabyte)}\r\n`) },
    ],
    [
      'tells of mails without an end',
      'pieces.too_large',
      { 'UID SEARCH': endless('* 5 EXISTS\r\n'.repeat(4000)) },
    ],
    [
      'finds mails without an end',
      'pieces.too_large',
      { 'UID SEARCH': endless(`* SEARCH${' 4294967'.repeat(9000)}\r\n`) },
    ],
    [
      'announces a text of 8 GB',
      'pieces.too_large',
      {
        'UID FETCH': (stream) => {
          stream.write('* 1 FETCH (UID 1 BODY[] {8000000000}\r\n');
          endlessly(stream, 'x'.repeat(65_536));
        },
      },
    ],
    [
      'sends mails without an end',
      'pieces.too_large',
      { 'UID FETCH': endless(mail(1, 'FLAGS ()').repeat(2000)) },
    ],
    [
      'sends mails with subjects of 900 KB without an end',
      'pieces.too_large',
      {
        'UID FETCH': endless(
          mail(1, `ENVELOPE (NIL {900000}\r\n${'x'.repeat(900_000)} NIL NIL NIL NIL NIL NIL NIL NIL)`),
        ),
      },
    ],
    [
      'sends a mail of 15,000 parts',
      'pieces.too_large',
      {
        'UID FETCH': answer(
          mail(1, `BODYSTRUCTURE (${'("TEXT" "PLAIN" NIL NIL NIL "7BIT" 10 1)'.repeat(15_000)} "MIXED")`),
        ),
      },
    ],
    [
      'sends a mail that is deeper than anybody reads',
      'pieces.too_large',
      { 'UID FETCH': answer(mail(1, `BODYSTRUCTURE ${nested(50_000)}`)) },
    ],
    [
      'sends what nobody can read',
      'pieces.unexpected_answer',
      { 'UID FETCH': (stream, tag) => stream.write(`${tag} OK [((("\r\n${tag} ((\r\n${tag} \r\n`) },
    ],
    ['breaks off', 'pieces.unreachable', { 'UID FETCH': (stream) => stream.end('* BYE\r\n') }],
    [
      'breaks off within a text',
      'pieces.unreachable',
      { 'UID FETCH': (stream) => stream.end('* 1 FETCH (UID 1 BODY[] {900}\r\nhalf') },
    ],
  ])('is cut off when it %s', async (_name, code, behaviour) => {
    const since = performance.now();
    const tried = await attempt('imap', behaviour);
    expect(tried.code).toBe(code);
    expect(tried.taken).toBeLessThan(16 * megabyte);
    expect(performance.now() - since).toBeLessThan(20_000);
  });

  it('makes no numbers of mails that it only claims to have', async () => {
    const behaviour: Behaviour = {
      SELECT: (stream, tag) => folder(stream, tag, 4_294_967_295),
      'UID SEARCH': (stream, tag) =>
        stream.write(`* 4294967294 EXISTS\r\n* ESEARCH (TAG "${tag}") UID ALL 1:4294967295\r\n${tag} OK\r\n`),
      'UID FETCH': answer(''),
    };
    const before = process.memoryUsage().heapUsed;
    const { heard, value } = await attempt('imap', behaviour);
    expect(value).toEqual([]);
    expect(heard).toMatch(/UID FETCH 1000000,999999,[\d,]*999801 /);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(100 * megabyte);
  });

  it('is heard only until the time of the step is over', async () => {
    const drip: Behaviour[string] = (stream) => {
      const timer = setInterval(() => stream.write('* 1 '), 20);
      stream.once('close', () => clearInterval(timer));
    };
    for (const slow of [drip, () => undefined]) {
      const tried = attempt('imap', { 'UID FETCH': slow }, { signal: AbortSignal.timeout(300) });
      await expect(tried).rejects.toThrow('timeout');
      close();
    }
  });

  it('is tested for as long as the test of a connection has', async () => {
    const server = await startHostile('imap', { ...imap, LIST: () => undefined });
    close = server.close;
    const tried = mailPiece.connection?.test(server.io, server.connection(), AbortSignal.timeout(300));
    await expect(tried).rejects.toThrow('timeout');
  });

  it.each<[string, Behaviour]>([
    ['offers no encryption', {}],
    ['greets as if somebody was signed in', { greet: (stream) => stream.write('* PREAUTH hello\r\n') }],
    [
      'refuses encryption',
      {
        CAPABILITY: answer('* CAPABILITY IMAP4rev1 STARTTLS\r\n'),
        STARTTLS: (stream, tag) => stream.write(`${tag} NO\r\n`),
      },
    ],
    [
      'says something before it encrypts',
      {
        CAPABILITY: answer('* CAPABILITY IMAP4rev1 STARTTLS\r\n'),
        STARTTLS: (stream, tag) => stream.write(`${tag} OK\r\n* CAPABILITY IMAP4rev1 AUTH=PLAIN\r\n`),
      },
    ],
  ])('gets no password where it %s and encryption is wanted', async (_name, behaviour) => {
    const tried = await attempt('imap', behaviour, { imapSecurity: 'STARTTLS' });
    expect(tried.said).toMatch(/^pieces\.refused: mail\.example\.com does not agree to STARTTLS/);
    expect(tried.heard).not.toMatch(/LOGIN|AUTHENTICATE|secret/);
  });
});

describe('an outgoing server that means harm', () => {
  it.each<[string, string, Behaviour]>([
    ['greets without an end', 'pieces.too_large', { greet: endless('x'.repeat(65_536)) }],
    ['greets with lines without an end', 'pieces.too_large', { greet: endless('220-x\r\n'.repeat(8000)) }],
    [
      'names what it can without an end',
      'pieces.too_large',
      { EHLO: endless('250-SIZE 1\r\n'.repeat(4000)) },
    ],
    [
      'asks for the password again and again',
      'pieces.too_large',
      {
        EHLO: (stream) => stream.write('250-mail\r\n250 AUTH LOGIN\r\n'),
        AUTH: endless('334 eA==\r\n'.repeat(4000)),
      },
    ],
    ['agrees without an end', 'pieces.too_large', { MAIL: endless('250 x\r\n'.repeat(8000)) }],
    [
      'refuses with a long story',
      'pieces.refused',
      { MAIL: (stream) => stream.write(`550 ${'no '.repeat(200_000)}\r\n`) },
    ],
    [
      'speaks something else',
      'pieces.unreachable',
      { greet: (stream) => stream.write(Buffer.from([255, 254, 0, 1, 13, 10])) },
    ],
  ])('is cut off when it %s', async (_name, code, behaviour) => {
    const since = performance.now();
    const tried = await attempt('smtp', behaviour);
    expect(tried.code).toBe(code);
    expect(tried.said.length).toBeLessThan(500);
    // What a server has written may still lie in the buffers of the system.
    expect(tried.taken).toBeLessThan(16 * megabyte);
    expect(performance.now() - since).toBeLessThan(20_000);
  });

  it.each<[string, Behaviour]>([
    ['offers no encryption', { STARTTLS: (stream) => stream.write('502 unknown\r\n') }],
    [
      'refuses encryption',
      {
        EHLO: (stream) => stream.write('250-mail\r\n250-STARTTLS\r\n250 AUTH PLAIN\r\n'),
        STARTTLS: (stream) => stream.write('454 no\r\n'),
      },
    ],
  ])('gets no password where it %s and encryption is wanted', async (_name, behaviour) => {
    const tried = await attempt('smtp', behaviour, { smtpSecurity: 'STARTTLS' });
    expect(tried.said).toMatch(/^pieces\.refused: mail\.example\.com does not agree to STARTTLS/);
    expect(tried.heard).not.toMatch(/AUTH|secret/);
  });

  it('is not believed what it said before the encryption', async () => {
    const { ca, encrypt } = makeTls();
    let greetings = 0;
    const heardEncrypted: string[] = [];
    const behaviour: Behaviour = {
      EHLO: (stream) => {
        greetings += 1;
        stream.write(greetings === 1 ? '250-mail\r\n250 STARTTLS\r\n' : '250 mail\r\n');
      },
      // Whoever is between adds an answer that would offer to take the password.
      STARTTLS: (stream) => {
        stream.write('220 go on\r\n250-mail\r\n250 AUTH PLAIN\r\n');
        const encrypted = encrypt(stream);
        encrypted.on('data', (piece: Buffer) => {
          heardEncrypted.push(piece.toString());
          encrypted.write(piece.toString().startsWith('EHLO') ? '250 mail\r\n' : '502 no\r\n');
        });
      },
    };
    const tried = await attempt('smtp', behaviour, { smtpSecurity: 'STARTTLS', ca });
    expect(tried.code).toMatch(/^pieces\.(refused|unreachable)$/);
    expect(heardEncrypted.join('')).not.toContain(
      Buffer.from('\0ann@example.com\0a-secret-word').toString('base64'),
    );
  });
});
