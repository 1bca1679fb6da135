import { describe, expect, it } from 'vitest';
import { createChunker } from '../src/chunking/index.ts';
import type { Outcome } from './files.ts';
import { docx, xlsx } from './office-files.ts';
import { useReader } from './reader.ts';

interface Part {
  name: string;
  type?: string;
  content: Buffer | string;
}

/** A mail with attachments, as mail programs write it. */
const mail = (subject: string, text: string, parts: readonly Part[]): string => {
  const boundary = `b${subject.length}`;
  const attached = parts.map(
    ({ name, type = 'application/octet-stream', content }) =>
      `--${boundary}\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\n` +
      `Content-Disposition: attachment; filename="${name}"\r\n\r\n` +
      Buffer.from(content).toString('base64').replaceAll(/.{76}/g, '$&\r\n'),
  );
  return [
    `From: Ann <ann@example.com>\r\nSubject: ${subject}\r\nMIME-Version: 1.0`,
    `Content-Type: multipart/mixed; boundary=${boundary}\r\n`,
    `--${boundary}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}`,
    ...attached,
    `--${boundary}--\r\n`,
  ].join('\r\n');
};

const textOf = ({ blocks }: Outcome): string => blocks.map(({ text }) => text).join('\n');

const chunksOf = ({ blocks }: Outcome) => {
  const chunker = createChunker();
  return [...blocks.flatMap((block) => chunker.push(block)), ...chunker.flush()];
};

describe('attachments of a mail', () => {
  const read = useReader();
  const readTwo = useReader({ attachments: 2 });

  it('are read where they are invitations, with their time and place', async () => {
    const content =
      'BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Budget\nDTSTART:20261201T140000Z\nLOCATION:Room 4\nEND:VEVENT\nEND:VCALENDAR\n';
    const parts = [{ name: 'invite.ics', type: 'text/calendar; method=REQUEST', content }];
    const outcome = await read('meeting.eml', mail('Meeting', 'Please come.', parts));
    expect(outcome.notes).toEqual([]);
    expect(textOf(outcome)).toContain(
      'Attachment: invite.ics\nBudget\nBegin: 2026-12-01 14:00 (UTC)\nPlace: Room 4',
    );
  });

  it('become text below their names, in chunks of their own', async () => {
    const parts = [
      { name: 'travel.docx', content: await docx() },
      { name: 'notes.txt', content: 'Call the harbour master.' },
    ];
    const outcome = await read('order.eml', mail('Our order', 'Please see what is attached.', parts));
    expect(outcome.notes).toEqual([]);
    expect(
      outcome.blocks.filter(({ kind }) => kind === 'heading').map(({ text, level }) => [text, level]),
    ).toEqual([
      ['Our order', 1],
      ['Attachments', 2],
      ['Attachment: travel.docx', 2],
      ['Travel policy', 3],
      ['Trains', 4],
      ['Attachment: notes.txt', 2],
    ]);
    const chunks = chunksOf(outcome);
    const chunkWith = (words: string) => chunks.find(({ text }) => text.includes(words))?.heading;
    expect(chunkWith('Call the harbour master.')).toBe('Our order > Attachment: notes.txt');
    expect(chunkWith('First class above four hours')).toMatch(
      /^Our order > Attachment: travel\.docx > Travel policy/,
    );
    expect(chunkWith('Please see what is attached.')).toBe('Our order');
  });

  it('keep their names in a mail that another one forwards in its text', async () => {
    const forwarded = [
      'From: Grace <grace@example.com>\r\nSubject: Notes\r\nMIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=inner\r\n',
      '--inner\r\nContent-Type: text/plain\r\n\r\nHere they are.',
      '--inner\r\nContent-Type: text/plain\r\nContent-Disposition: inline; filename="notes.txt"\r\n\r\nCall the harbour master.',
      '--inner--',
    ].join('\r\n');
    const outcome = await read(
      'forwarded.eml',
      [
        'From: Ann <ann@example.com>\r\nSubject: Forwarded\r\nMIME-Version: 1.0',
        'Content-Type: multipart/mixed; boundary=outer\r\n',
        '--outer\r\nContent-Type: text/plain\r\n\r\nSee below.',
        `--outer\r\nContent-Type: message/rfc822\r\n\r\n${forwarded}`,
        '--outer--\r\n',
      ].join('\r\n'),
    );
    const chunkWith = (words: string) => chunksOf(outcome).find(({ text }) => text.includes(words))?.heading;
    expect(chunkWith('Here they are.')).toBe('Forwarded');
    expect(chunkWith('Call the harbour master.')).toBe('Forwarded > Attachment: notes.txt');
  });

  it('are read in mails that are attached, three attachments deep', async () => {
    let inner = mail('The last', 'Words of level 5.', []);
    for (const level of [4, 3, 2, 1])
      inner = mail(`The level ${'x'.repeat(level)}`, `Words of level ${level}.`, [
        { name: 'page.csv', content: `city,limit\r\nVienna,15${level}` },
        { name: `Re: level ${level + 1}.5`, type: 'message/rfc822', content: inner },
      ]);
    const outcome = await read('thread.eml', inner);
    const text = textOf(outcome);
    for (const words of ['Words of level 1.', 'Words of level 2.', 'Words of level 4.', '151', '152', '153'])
      expect(text).toContain(words);
    const deepest = chunksOf(outcome).find(({ text: words }) => words.includes('Words of level 3.'));
    expect(deepest?.heading).toBe(
      'The level x > Attachment: Re: level 2.5.eml > The level xx > Attachment: Re: level 3.5.eml > The level xxx',
    );
    expect(text).not.toContain('Words of level 5.');
    expect(text).not.toContain('154');
    expect(outcome.said).toEqual([
      'Attachments that were left out: “page.csv” (mails are nested too deeply), “Re: level 5.5.eml” (mails are nested too deeply).',
    ]);
  });

  it('that cannot be read are named with the cause, and the others are read', async () => {
    const outcome = await read(
      'many.eml',
      mail('Many', 'Hello.', [
        { name: 'setup.exe', content: Buffer.from([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0]) },
        { name: 'broken.pdf', content: '%PDF-1.4 nothing more' },
        { name: 'empty.txt', content: '' },
        { name: 'call.mp3', content: 'ID3' },
        { name: 'figures.xlsx', content: await xlsx() },
      ]),
    );
    expect(outcome.code).toBe(null);
    expect(outcome.said.at(-1)).toBe(
      'Attachments that were left out: “setup.exe” (of a type that cannot be read), “broken.pdf” (damaged or incomplete), “empty.txt” (empty), “call.mp3” (a recording).',
    );
    expect(outcome.blocks.some(({ kind }) => kind === 'row')).toBe(true);
  });

  it('are read up to a number, and the rest is counted', async () => {
    const parts = Array.from({ length: 15 }, (_none, at) => ({ name: `${at}.txt`, content: `word${at}` }));
    const outcome = await readTwo('many.eml', mail('Many', 'Hello.', parts));
    expect(textOf(outcome)).toContain('word1');
    expect(textOf(outcome)).not.toContain('word2');
    expect(outcome.said[0]).toMatch(
      /^Attachments that were left out: “2\.txt” \(there is too much in this mail\), .*, and 3 more\.$/,
    );
  });
});
