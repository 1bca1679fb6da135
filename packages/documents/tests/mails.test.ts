import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Mail } from '../src/index.ts';
import { createParserPool } from '../src/process/index.ts';
import { makeFolder } from './files.ts';
import { readCorpus } from './mail-corpus.ts';

const pool = createParserPool({ concurrency: 1, heapMb: 512 });
let folder: Awaited<ReturnType<typeof makeFolder>>;
beforeAll(async () => {
  folder = await makeFolder();
});
afterAll(async () => {
  await pool.close();
  await folder.remove();
});

/** Reads a mail in a parser process, as the server does. */
const read = async (content: Buffer | string, name = 'mail.eml') => {
  const files: Buffer[] = [];
  const found: Mail[] = [];
  const text: string[] = [];
  let code: unknown = null;
  try {
    const job = {
      ...(await folder.write(name, content)),
      onMail: (mail: Mail) => void found.push(mail),
      onAttachment: (place: number, bytes: Uint8Array) => {
        files[place] = Buffer.concat([files[place] ?? Buffer.alloc(0), bytes]);
      },
    };
    for await (const block of pool.parse(job)) text.push(block.text);
  } catch (error) {
    code = error instanceof Error && 'code' in error ? error.code : error;
  }
  return { mail: found[0], files, text: text.join('\n\n'), code };
};

const hasFields = ({ from, subject, text, attachments }: Mail): boolean =>
  [from.name, from.address, subject, text].some((it) => it !== '') || attachments.length > 0;

describe('a mail in two forms', () => {
  const both = (plain: string, page: string) =>
    `From: a@b.example\r\nSubject: x\r\nMIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=B\r\n\r\n--B\r\nContent-Type: text/plain\r\n\r\n${plain}\r\n--B\r\nContent-Type: text/html\r\n\r\n${page}\r\n--B--\r\n`;
  const order =
    '<table><tr><th>Part</th><th>Pieces</th></tr><tr><td>Bolt</td><td>40</td></tr></table><p>Please deliver before Friday to hall seven.</p>';

  it('has the words of its page where the plain text only stands for it', async () => {
    const { mail } = await read(both('This message requires an HTML viewer.', order));
    expect(mail?.text).toBe('Part | Pieces\nBolt | 40\n\nPlease deliver before Friday to hall seven.');
  });

  it('has its plain text where that says the same', async () => {
    const plain = 'Part: Bolt, pieces: 40. Please deliver before Friday to hall seven.';
    expect((await read(both(plain, order))).mail?.text).toBe(plain);
    expect((await read(both('Yes.', '<p>Yes.</p>'))).mail?.text).toBe('Yes.');
  });
});

describe('mails of other projects', () => {
  it.each(['mikel-mail', 'mimekit'] as const)(
    'loses none of those of %s',
    async (project) => {
      const mails = await readCorpus(project);
      expect(mails.size).toBeGreaterThan(project === 'mimekit' ? 30 : 80);
      const lost: string[] = [];
      for (const [name, content] of mails) {
        const { mail, files, code } = await read(content);
        const isWhole = mail?.attachments.every((it, at) => (files[at]?.length ?? 0) === it.bytes) === true;
        const isFound = mail !== undefined && code === null && isWhole;
        if (!isFound || (!hasFields(mail) && mail.problem === null)) lost.push(`${name}: ${String(code)}`);
      }
      expect(lost).toEqual([]);
    },
    120_000,
  );

  const fixture = async (name: string) => (await read((await readCorpus('mikel-mail')).get(name) ?? '')).mail;

  it.each([
    ['multi_charset/japanese_iso_2022.eml', 'まみむめも'],
    ['multi_charset/ks_c_5601-1987.eml', 'test'],
    ['rfc6532/utf8_headers.eml', 'Säying Hello'],
    [
      'error_emails/invalid_subject_characters.eml',
      'Formação FrenetikPolis: Mega Campanha Final Verão | Cursos de Setembro',
    ],
    ['plain_emails/raw_email_with_partially_quoted_subject.eml', 'Re: Test: "漢字" mid "漢字" tail'],
  ])('reads the subject of %s', async (name, subject) => {
    expect((await fixture(name))?.subject).toBe(subject);
  });

  it('reads texts in the charsets of other languages', async () => {
    expect((await fixture('multi_charset/japanese_iso_2022.eml'))?.text).toBe('すみません。');
    expect((await fixture('multi_charset/ks_c_5601-1987.eml'))?.text).toBe('스티해');
    expect((await fixture('multi_charset/japanese_attachment.eml'))?.attachments[0]?.name).toBe('てすと.txt');
  });
});

const head = 'From: Ann <ann@example.com>\r\nSubject: Hello\r\nDate: Mon, 2 Mar 2026 09:30:00 +0000\r\n';

describe('hostile mails', () => {
  const parts = (depth: number) =>
    Array.from(
      { length: depth },
      (_none, at) => `Content-Type: multipart/mixed; boundary="b${at}"\r\n\r\n--b${at}\r\n`,
    ).join('');

  it.each<[string, () => Buffer | string, string | null]>([
    ['parts in parts', () => `${head}${parts(5000)}Content-Type: text/plain\r\n\r\nhi`, 'documents.too_deep'],
    ['a head of 3 MB', () => `${head}X-A: ${'a'.repeat(3_000_000)}\r\n\r\nhi`, 'documents.too_large'],
    ['mails in mails', () => head + 'Content-Type: message/rfc822\r\n\r\n'.repeat(2000), null],
    ['100,000 addresses', () => `${head}To: ${'a@example.com, '.repeat(50_000)}\r\n\r\nhi`, null],
    [
      'a page with 100,000 levels',
      () => `${head}Content-Type: text/html\r\n\r\n${'<div>'.repeat(100_000)}hi`,
      null,
    ],
    ['an open comment in an address', () => `From: ${'('.repeat(200_000)}\r\nSubject: Hello\r\n\r\nhi`, null],
    ['many encoded words', () => `${head}X-A: ${'=?utf-8?q?a?= '.repeat(20_000)}\r\n\r\nhi`, null],
    [
      '20,000 parts',
      () =>
        `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\nContent-Type: image/png\r\n\r\nx\r\n'.repeat(20_000)}`,
      null,
    ],
    [
      'a charset that does not exist',
      () => `${head}Content-Type: text/plain; charset=klingon-8\r\n\r\nhi`,
      null,
    ],
    [
      'bytes that are no text',
      () => Buffer.concat([Buffer.from(`${head}\r\n`), Buffer.alloc(100_000, 0x81)]),
      null,
    ],
    ['a NUL in its head', () => 'From: Ann <ann@example.com>\r\nSubject: Hel\0lo\r\n\r\nhi\0', null],
  ])(
    'reads the fields of one with %s',
    async (_title, make, problem) => {
      const { mail } = await read(make());
      expect(mail).toMatchObject({ subject: 'Hello', problem });
      expect(mail?.attachments.length).toBeLessThanOrEqual(100);
    },
    60_000,
  );

  it('names the cause where there is nothing', async () => {
    const { mail, code } = await read('\r\n\r\n');
    expect(mail?.problem).toBe('documents.empty');
    expect(code).toBe('documents.empty');
  });

  it('keeps attachments up to 25 MB together, and says which it does not keep', async () => {
    const large = Buffer.alloc(20 * 1024 * 1024, 7).toString('base64');
    const part = (name: string) =>
      `--b\r\nContent-Type: application/pdf; name="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${large}\r\n`;
    const whole = `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n`;
    const { mail, files } = await read(`${whole}${part('../a.pdf').slice(0, -2)}\r\n--b--`);
    expect(mail?.attachments).toMatchObject([{ name: '.._a.pdf', bytes: 20 * 1024 * 1024, isKept: true }]);
    expect(files[0]?.length).toBe(20 * 1024 * 1024);
    const tooMany = Buffer.alloc(13 * 1024 * 1024, 7).toString('base64');
    const two = part('a.pdf').replace(large, tooMany) + part('b.pdf').replace(large, tooMany);
    const second = await read(`${whole}${two}--b--`);
    expect(second.mail?.attachments.map(({ isKept }) => isKept)).toEqual([true, false]);
    expect(second.files[1]).toBeUndefined();
  }, 60_000);
});

describe('a mail as a document', () => {
  it('shows head, words and names of attachments', async () => {
    const { text } = await read(
      `${head}To: help@example.com\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>Dear <b>all</b></p><p>Bye</p>\r\n--b\r\nContent-Disposition: attachment; filename=plan.txt\r\n\r\nx\r\n--b--`,
    );
    expect(text).toBe(
      'Hello\n\nFrom: Ann <ann@example.com>\nTo: help@example.com\nDate: 2026-03-02T09:30:00.000Z\n\nDear all\n\nBye\n\nAttachments\n\n- plan.txt',
    );
  });
});

describe('a text that a mail shows under the name of a file', () => {
  const part = (headers: string, text: string) => `--edge\r\n${headers}\r\n\r\n${text}\r\n`;
  const mailOf = (...parts: string[]) =>
    `From: ada@example.org\r\nSubject: Notes\r\nContent-Type: multipart/mixed; boundary=edge\r\n\r\n${parts.join('')}--edge--\r\n`;
  const body = part('Content-Type: text/plain', 'See below.');

  it.each([
    ['text/plain; charset=utf-8', 'inline; filename=notes.txt', 'notes.txt'],
    ['text/html', 'inline; filename="page.html"', 'page.html'],
    ['text/plain', "inline; filename*=utf-8''B%C3%BCro.txt", 'B\u00fcro.txt'],
  ])('is an attachment: %s, %s', async (type, disposition, name) => {
    const headers = `Content-Type: ${type}\r\nContent-Disposition: ${disposition}`;
    const { mail, files } = await read(mailOf(body, part(headers, 'Buy milk.')));
    expect(mail?.text).toBe('See below.');
    expect(mail?.attachments.map((it) => it.name)).toEqual([name]);
    expect(files[0]?.toString().trim()).toBe('Buy milk.');
  });

  it('stays the text without a name, and where it is the whole mail', async () => {
    const shown = part('Content-Type: text/plain\r\nContent-Disposition: inline', 'Buy milk.');
    const { mail } = await read(mailOf(body, shown));
    expect([mail?.text, mail?.attachments]).toEqual(['See below.\n\nBuy milk.', []]);
    const whole = await read(
      'From: ada@example.org\r\nContent-Type: text/plain\r\nContent-Disposition: inline; filename=a.txt\r\n\r\nHello.',
    );
    expect([whole.mail?.text, whole.mail?.attachments]).toEqual(['Hello.', []]);
  });
});
