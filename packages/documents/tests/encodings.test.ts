import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { useReader } from './reader.ts';

const read = useReader();
const textOf = async (name: string, content: Buffer | string) => {
  const { blocks, said } = await read(name, content);
  return { text: blocks.map(({ text }) => text).join('\n'), said };
};
const bytes = (...parts: (string | Buffer)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));

describe('the encoding of a file', () => {
  it('stays UTF-8 where one byte is wrong, and a note says where', async () => {
    const file = bytes(
      '# Köln\n\nDie Kündigungsfrist beträgt drei Monate.\n\nM',
      Buffer.from([0xfc]),
      'nchen',
    );
    expect(await textOf('a.md', file)).toEqual({
      text: 'Köln\nDie Kündigungsfrist beträgt drei Monate.\nM\ufffdnchen',
      said: ['One character could not be read and is marked with \ufffd. It is in line 5.'],
    });
    const cut = Buffer.from('Kündigungsfrist beträgt. Köln à').subarray(0, -1);
    expect((await textOf('a.txt', cut)).text).toContain('Kündigungsfrist beträgt');
  });

  it('is found by all bytes, and a note names it', async () => {
    const rows = 'id,name\n'.concat('1,Bolt\n'.repeat(300));
    const file = iconv.encode(`${rows}2,螺丝和螺母\n`, 'gb18030');
    const { text, said } = await textOf('a.csv', file);
    expect(text).toContain('name: 螺丝和螺母');
    expect(said).toEqual(['The file does not say how its characters are encoded. It was read as GB 18030.']);
    const japanese = iconv.encode('名前：佐藤太郎\n年齢：30\n', 'shift_jis');
    expect((await textOf('a.txt', japanese)).text).toContain('名前：佐藤太郎');
    expect((await textOf('a.txt', Buffer.from('合同于2026年在北京签订。\n', 'utf16le'))).text).toContain(
      '北京',
    );
  });

  it('of a page is what it declares, as browsers read it', async () => {
    const page = (before: string, charset: string, body: Buffer) =>
      bytes(`<html><head>${before}<meta charset="${charset}"></head><body><p>`, body, '</p></body></html>');
    const far = page(
      `<script>${'x'.repeat(6000)}</script>`,
      'windows-1251',
      iconv.encode('Договор', 'windows-1251'),
    );
    expect(await textOf('a.html', far)).toEqual({ text: 'Договор', said: [] });
    const commented = page(
      '<!-- <meta charset="gbk"> -->',
      'iso-8859-2',
      iconv.encode('źródło', 'iso-8859-2'),
    );
    expect((await textOf('a.html', commented)).text).toBe('źródło');
    const western = page('', 'iso-8859-1', Buffer.from('5 \x80 \x96 \x93so\x94', 'latin1'));
    expect((await textOf('a.html', western)).text).toBe('5 € – “so”');
  });
});

describe('the encoding of a mail', () => {
  const mail = (head: string, ...body: (string | Buffer)[]) =>
    bytes(`From: a@b.example\r\nSubject: Test\r\nMIME-Version: 1.0\r\n${head}\r\n`, ...body);

  it('is that of its bytes, whatever it declares', async () => {
    const plain = 'Content-Type: text/plain; charset=us-ascii\r\nContent-Transfer-Encoding: 8bit\r\n';
    expect((await textOf('a.eml', mail(plain, 'Grüße aus Köln'))).text).toContain('Grüße aus Köln');
    const unknown = 'Content-Type: text/plain; charset=klingon-8\r\n';
    expect((await textOf('a.eml', mail(unknown, 'Grüße'))).text).toContain('Grüße');
    const silent = mail('', Buffer.from('M\xfcller schreibt', 'latin1'));
    expect((await textOf('a.eml', silent)).text).toContain('Müller schreibt');
    const page = iconv.encode('<meta charset="windows-1251"><p>Договор подписан</p>', 'windows-1251');
    expect((await textOf('a.eml', mail('Content-Type: text/html\r\n', page))).text).toContain(
      'Договор подписан',
    );
  });

  it('joins words of its head that were cut within a character', async () => {
    const subject = 'Subject: =?utf-8?B?5ZCI5ZCM5Q==?= =?utf-8?B?t7I=?= =?us-ascii?Q?_f=C3=BCr?=\r\n';
    expect((await textOf('a.eml', bytes('From: a@b.example\r\n', subject, '\r\nbody'))).text).toContain(
      '合同已 für',
    );
  });

  it('has a note about what cannot be read', async () => {
    const broken = mail(
      'Content-Type: text/plain; charset=utf-8\r\n',
      'Grüße aus Köln: ',
      Buffer.from([0xff]),
    );
    expect((await textOf('a.eml', broken)).said).toEqual([
      'One character could not be read and is marked with \ufffd. It is in line 2.',
    ]);
  });
});
