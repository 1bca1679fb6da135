import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseFormat } from '../format/choose-format.ts';
import type { Format } from '../format/formats.ts';
import type { TextEncoding } from '../process/wire.ts';
import { parseCalendar } from './calendar.ts';
import { parseCsv } from './csv/csv.ts';
import { parseHtml } from './html/html.ts';
import { parseJson } from './json/json.ts';
import { parseMailbox } from './mail/mailbox.ts';
import { parseMarkdown } from './markdown.ts';
import { parseNotebook } from './notebook.ts';
import type { Parser } from './source.ts';
import { parseSvg } from './svg.ts';
import { parseText } from './text.ts';
import { detectFileEncoding } from './text-file.ts';
import { parseXml } from './xml.ts';

let folder = '';
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-texts-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const written = async (content: string | Buffer): Promise<string> => {
  const path = join(folder, String(files++));
  await writeFile(path, content);
  return path;
};

/** Reads a text with one parser. Returns its blocks, each as its kind and its text, and the notes. */
const parse = async (
  parser: Parser,
  content: string | Buffer,
  format: Format = 'text',
  encoding?: string,
) => {
  const path = await written(content);
  const notes: string[] = [];
  const encodings: TextEncoding[] = [];
  const fractions: number[] = [];
  const source = {
    ...{
      path,
      name: 'a',
      format,
      size: (await stat(path)).size,
      imageHandling: 'OCR' as const,
      attachments: false,
      encoding,
    },
    progress: (fraction: number) => void fractions.push(fraction),
    readAs: (used: TextEncoding) => void encodings.push(used),
    note: ({ message }: { message: string }) => void notes.push(message),
    ...{
      pages: () => {},
      mail: () => {},
      attachment: () => Promise.resolve(),
      turn: () => Promise.resolve(),
    },
  };
  const blocks: string[] = [];
  for await (const { kind, level, page, second, text } of parser(source))
    blocks.push([`${kind}${level ?? ''}`, page, second, text].filter((each) => each !== undefined).join(' '));
  return { blocks, notes, fractions, encodings };
};

describe('Markdown', () => {
  it.each<[string, string, string[]]>([
    [
      'pictures and comments',
      'See ![the plan](plan.png) of <!-- not --> today (all of it) here.',
      ['paragraph See the plan of  today (all of it) here.'],
    ],
    ['a comment without an end', 'Text <!-- open', ['paragraph Text <!-- open']],
    [
      'bold words',
      '**Both** of **them** are bold, 2**3 is not',
      ['paragraph Both of them are bold, 2**3 is not'],
    ],
    ['an indented table', '  | a | b |  \n  |---|---|\n  | 1 |  | \n', ['table a | b\n1 | ']],
    ['a quotation', '> one\n>two\n   > three', ['paragraph one\ntwo\nthree']],
    [
      'headings with marks behind them',
      '# One #\n## Two#\n###\n   ### Three   ##  \n#None\n####### Seven',
      [...['heading1 One', 'heading2 Two#', 'heading3 ', 'heading3 Three', 'paragraph #None\n####### Seven']],
    ],
    [
      'underlined headings',
      'One\n===\nTwo\nlines\n--\n\n==',
      ['heading1 One', 'heading2 Two lines', 'paragraph =='],
    ],
    ['rules', 'one\n***\ntwo\n- - -\nthree\n_ _ _', ['paragraph one', 'paragraph two', 'paragraph three']],
    [
      'fences in fences',
      '````\n```\ncode\n~~~~\n````\nafter\n~~~\nopen',
      ['code ```\ncode\n~~~~', 'paragraph after', 'code open'],
    ],
    ['front matter with dots', '---\na: 1\n...\ntext\n---', ['paragraph a: 1', 'heading2 text']],
    ['a rule that is no front matter', 'x\n---\na: 1\n---', ['heading2 x', 'heading2 a: 1']],
    [
      'lists',
      '- one\n  more\nlazy\n\n  still\n\nafter\n1) first\n* second',
      ['list - one\n  more\nlazy\n\n  still', 'paragraph after', 'list 1) first\n* second'],
    ],
    [
      'a table below a text',
      'text\n| a | b |\n| 1 | 2 |\ntext',
      ['paragraph text', 'table a | b\n1 | 2', 'paragraph text'],
    ],
    [
      'a table without outer bars',
      'Intro\nname | qty\n--- | ---\nApple | 3\nPear | 5\n\nAfter | it',
      ['paragraph Intro', 'table name | qty\nApple | 3\nPear | 5', 'paragraph After | it'],
    ],
    [
      'entities and escaped marks, but not in code',
      '5 &euro; &amp; &#8364; \\*no\\* a\\_b \\$5 `a\\*b &amp;` $x\\_1$ &none; \\(x\\)\n\n| a\\*b | &auml; |\n|---|---|\n| 1 | 2 |',
      ['paragraph 5 € & € *no* a_b $5 `a\\*b &amp;` $x\\_1$ &none; \\(x\\)', 'table a*b | ä\n1 | 2'],
    ],
    [
      'marks of pages and times',
      'a\n<!-- page 2 -->\nb\n<!-- at 1:02:03 -->\nc\n<!-- at 4:05 -->\nd\n<!-- page 0 -->',
      [...['paragraph a', 'paragraph 2 b', 'paragraph 3723 c', 'paragraph 245 d']],
    ],
  ])('is read with %s', async (_what, text, blocks) => {
    expect((await parse(parseMarkdown, text)).blocks).toEqual(blocks);
  });

  it('is split where a paragraph or a piece of code is very long', async () => {
    const lines = Array.from({ length: 20 }, () => 'x'.repeat(999));
    const lengths = async (text: string) =>
      (await parse(parseMarkdown, text)).blocks.map(({ length }) => length);
    expect(await lengths(lines.join('\n'))).toEqual([17_009, 3009]);
    expect(await lengths(['```', ...lines, '```'].join('\n'))).toHaveLength(2);
  });
});

describe('JSON', () => {
  it('is read as lines of records where it has more than one, whatever is between them', async () => {
    const read = await parse(parseJson, '\n{"a": 1}\n  \n{"a": 2}\n');
    expect(read).toMatchObject({ blocks: ['row a: 1', 'row a: 2'], notes: [] });
    for (const text of ['{"a": 1}\nbut no more', 'so\n{"a": 1}', '{"a": 1'])
      expect(await parse(parseJson, text)).toMatchObject({
        blocks: [`paragraph ${text}`],
        notes: ['The content is not valid JSON. It was read as plain text.'],
      });
  });

  it('says how far it has been read', async () => {
    expect((await parse(parseJson, '[1]')).fractions).toEqual([0.5]);
    expect((await parse(parseText, 'abc')).fractions).toEqual([1]);
  });
});

describe('a table of text', () => {
  it('has the delimiter of its content, or tabs by its name, and keeps a head alone', async () => {
    expect((await parse(parseCsv, 'a;b\n1;2\n')).blocks).toEqual(['row a: 1\nb: 2']);
    expect((await parse(parseCsv, 'a;b\tc\n1;2\t3\n', 'tsv')).blocks).toEqual(['row a;b: 1;2\nc: 3']);
    expect((await parse(parseCsv, '\n , \nName,Town\n', 'csv')).blocks).toEqual(['table Name | Town']);
    expect((await parse(parseCsv, ' \n', 'csv')).blocks).toEqual([]);
    expect((await parse(parseCsv, 'a,b\n ,\n1,\n')).blocks).toEqual(['row a: 1']);
  });
});

describe('a table of text with faults', () => {
  it('has the rows behind a quote that never closes, and says where it stands', async () => {
    const rows = Array.from({ length: 40 }, (_, at) => `${at},row ${at}`);
    const { blocks, notes } = await parse(parseCsv, `id,note\n9,"open\n${rows.join('\n')}\n`);
    expect(blocks).toHaveLength(41);
    expect([blocks[0], blocks[40]]).toEqual(['row id: 9\nnote: "open', 'row id: 39\nnote: row 39']);
    expect(notes).toEqual([
      'A quotation mark in row 2 is never closed. It was read as a character, and the lines behind it as rows.',
    ]);
  });

  it('names the rows of several such quotes', async () => {
    const { notes } = await parse(parseCsv, 'a,b\n1,"x\n2,"y"\n3,"z\n4,"w"\n');
    expect(notes[0]).toContain('in row 2 is never closed, as in 1 other row.');
  });

  it('has the delimiter that its first line names for Excel', async () => {
    const table = ['row a: 1,5\nb: 2|x'];
    for (const line of ['sep=;\r\n', '"sep=;"\n', 'SEP=;\n'])
      expect((await parse(parseCsv, `${line}a;b\n1,5;2|x\n`)).blocks).toEqual(table);
    expect((await parse(parseCsv, 'sep=x,b\n1,2\n')).blocks).toEqual(['row sep=x: 1\nb: 2']);
  });
});

describe('a calendar', () => {
  const calendar = (...lines: readonly string[]) =>
    `BEGIN:VCALENDAR\r\n${lines.join('\r\n')}\r\nEND:VCALENDAR\r\n`;

  it('has the subject, times, place, people and description of each entry', async () => {
    const text = calendar(
      ...['METHOD:REQUEST', 'BEGIN:VTIMEZONE', 'TZID:Europe/Vienna', 'END:VTIMEZONE', 'BEGIN:VEVENT'],
      ...['SUMMARY;LANGUAGE=en:Budget\\, second', '  round', 'DTSTART;TZID=Europe/Vienna:20261201T140000'],
      ...[
        'DTEND:20261201T143000Z',
        'LOCATION:Room 4\\; first floor',
        'ORGANIZER;CN="Ann: Lee":mailto:ann@a.example',
      ],
      ...[
        'ATTENDEE;CN=Ben:MAILTO:ben@a.example',
        'ATTENDEE:mailto:cy@a.example',
        'RRULE:FREQ=WEEKLY;COUNT=3',
      ],
      ...[
        'DESCRIPTION:Bring the\\nfigures.',
        'BEGIN:VALARM',
        'DESCRIPTION:Alarm',
        'END:VALARM',
        'END:VEVENT',
      ],
      ...['BEGIN:VTODO', 'SUMMARY:Send it', 'DUE;VALUE=DATE:20261205', 'DURATION:P1DT2H30M', 'END:VTODO'],
    );
    expect((await parse(parseCalendar, text)).blocks).toEqual([
      'heading1 Budget, second round',
      'paragraph Begin: 2026-12-01 14:00 (Europe/Vienna)\nEnd: 2026-12-01 14:30 (UTC)\nPlace: Room 4; first floor\nOrganizer: Ann: Lee <ann@a.example>\nGuests: Ben <ben@a.example>, cy@a.example\nRepeats: FREQ=WEEKLY;COUNT=3',
      'paragraph Bring the\nfigures.',
      'heading1 Send it',
      'paragraph Due: 2026-12-05\nDuration: 1 days 2 h 30 min',
    ]);
  });

  it('says that an entry was cancelled, and names a hundred guests', async () => {
    const guests = Array.from({ length: 103 }, (_, at) => `ATTENDEE:mailto:g${at}@a.example`);
    const { blocks } = await parse(
      parseCalendar,
      calendar('METHOD:CANCEL', 'BEGIN:VEVENT', ...guests, 'END:VEVENT'),
    );
    expect(blocks).toEqual([expect.stringMatching(/g99@a\.example and 3 more\nThis entry was cancelled\.$/)]);
  });

  it('is read where it is broken', async () => {
    const { blocks } = await parse(
      parseCalendar,
      'END:VEVENT\nno property\nBEGIN:VEVENT\nDTSTART:soon\nEND:VEVENT\nEND:X',
    );
    expect(blocks).toEqual(['paragraph Begin: soon']);
  });
});

describe('a notebook', () => {
  const notebook = {
    cells: [
      { cell_type: 'markdown', source: ['# Plan\n', 'Two **steps**.'] },
      {
        cell_type: 'code',
        source: 'print(40 + 2)',
        outputs: [{ text: ['42\n'] }, { data: { 'text/plain': 'done' } }],
      },
      { cell_type: 'raw', source: ' ' },
    ],
  };

  it('has its texts, its code and what that wrote', async () => {
    expect((await parse(parseNotebook, JSON.stringify(notebook))).blocks).toEqual([
      ...['heading1 Plan', 'paragraph Two steps.', 'code print(40 + 2)', 'code 42\n', 'code done'],
    ]);
  });

  it('is read as JSON where it is none', async () => {
    expect((await parse(parseNotebook, '{"a": 1}')).blocks).toEqual(['row a: 1']);
  });
});

describe('XML', () => {
  it('has rows of names and values, and paragraphs of text with elements in it', async () => {
    const xml =
      '<?xml version="1.0"?><x:order xmlns:x="y" no="7"><x:buyer>Ann &amp; Co</x:buyer><note/><item sku="A1"><name>Bolt</name><price cur="EUR">2</price></item><p>See <b>this</b> part.</p><s><![CDATA[a <b>]]></s></x:order>';
    expect((await parse(parseXml, xml)).blocks).toEqual([
      'row no: 7\nbuyer: Ann & Co',
      'row sku: A1\nname: Bolt\nprice: 2\nprice.cur: EUR',
      'paragraph See this part.',
      'row s: a <b>',
    ]);
  });
});

describe('a mailbox', () => {
  it('has the words of each mail, and counts what is attached', async () => {
    const second =
      'From - Tue Jan  2 10:00:00 2024\nSubject: Second\nContent-Type: multipart/mixed; boundary=B\n\n--B\n\nBody\n\nFrom here it goes on.\n--B\nContent-Disposition: attachment; filename=a.pdf\n\nx\n--B--\n';
    const { blocks, notes } = await parse(
      parseMailbox,
      `From a@b.example Mon Jan  1 10:00:00 2024\nSubject: First\n\nHello\n\n${second}`,
    );
    expect(blocks).toEqual([
      ...[
        'heading1 First',
        'paragraph Hello',
        'heading1 Second',
        'paragraph Body',
        'paragraph From here it goes on.',
      ],
      ...['heading2 Attachments', 'list - a.pdf'],
    ]);
    expect(notes).toEqual(['Attachments of the mails in this mailbox are named and not read: 1.']);
  });

  it('has no mails without their lines', async () => {
    expect((await parse(parseMailbox, 'Subject: x\n\ntext')).blocks).toEqual([]);
  });
});

describe('a drawing', () => {
  it('has its title, its description and its labels, in any namespace', async () => {
    const drawing =
      '<svg:svg xmlns:svg="x"><svg:title>Plan</svg:title><g><desc> of <b>the</b>\nhouse</desc><text> </text></g><text>A<tspan>1</tspan></text><p>no</p></svg:svg>';
    expect((await parse(parseSvg, drawing)).blocks).toEqual([
      'paragraph Plan',
      'paragraph of the house',
      'paragraph A 1',
    ]);
  });

  it('may have any number of shapes, and so may a paragraph of XML have of elements', async () => {
    const many = 200_000;
    const drawing = `<svg>${'<i/>'.repeat(many)}<text>End</text></svg>`;
    expect((await parse(parseSvg, drawing)).blocks).toEqual(['paragraph End']);
    const xml = `<a><p>Begin${'<i/>'.repeat(many)}End</p></a>`;
    expect((await parse(parseXml, xml)).blocks).toEqual(['paragraph BeginEnd']);
  });
});

describe('plain text', () => {
  it('is split where a paragraph is longer than 16,000 characters', async () => {
    const lines = Array.from({ length: 3 }, () => 'x'.repeat(8000));
    expect(
      (await parse(parseText, ` \n${lines.join('\n')}\n\t\n`)).blocks.map(({ length }) => length),
    ).toEqual([...[16_011, 8010]]);
  });
});

describe('the format of a text', () => {
  const chosen = async (name: string, content: string | Buffer) =>
    chooseFormat({ name, path: await written(content) });

  it('is that of its name, or of its content where the name says nothing', async () => {
    expect(await chosen('note', 'Plain words.')).toEqual({ format: 'text', renamed: false });
    expect(await chosen('note.md', 'Plain words.')).toEqual({ format: 'markdown', renamed: false });
    for (const name of ['a.xls', 'a.xlsx', 'a.ods'])
      expect(await chosen(name, 'a;b\n1;2\n')).toEqual({ format: 'csv', renamed: true });
    expect(await chosen('a.doc', 'Plain words.')).toEqual({ format: 'text', renamed: true });
    expect(await chosen('a.eml', Buffer.from([0, 1, 2, 3, 4, 5, 6, 7, 8, 200]))).toEqual({
      format: 'mail',
      renamed: false,
    });
    const xml = '<?xml version="1.0"?>';
    expect(await chosen('a.xml', `${xml}<a/>`)).toEqual({ format: 'xml', renamed: false });
    expect(await chosen('a.xml', `${xml}<Workbook/>`)).toEqual({ format: 'xls', renamed: false });
    expect(await chosen('a.ipynb', '{"cells": []}')).toEqual({ format: 'notebook', renamed: false });
    await expect(chosen('a.xyz', 'Plain words.')).rejects.toMatchObject({ code: 'documents.unsupported' });
  });

  it('is named where it cannot be read', async () => {
    const messages = ['a.XYZ', 'Offer.msg', 'a.mhtml'].map(async (name) =>
      chosen(name, 'Plain words.').catch((error: unknown) => (error instanceof Error ? error.message : '')),
    );
    expect(await Promise.all(messages)).toEqual([
      'Files of the type .xyz cannot be read. Please save it in a supported type, such as PDF.',
      'Messages of Outlook (.msg) cannot be read. Please save it as .eml or PDF.',
      'Web archives (.mhtml) cannot be read. Please save the page as HTML or PDF.',
    ]);
  });

  it.each([
    ['Grüße', 'utf-8', 'utf-8'],
    ['Die Straße führt über die Brücke und von dort in die Höhe.', 'latin1', 'windows-1252'],
    ['Plain words', 'utf16le', 'utf-16le'],
  ] as const)('of %s in %s is found', async (text, encoding, found) => {
    expect((await detectFileEncoding(await written(Buffer.from(text, encoding)))).encoding).toBe(found);
  });

  it('is reported, and one that is chosen is used whatever the file is or says', async () => {
    const bytes = iconv.encode('Müller', 'macintosh');
    const read = await parse(parseText, bytes);
    expect(read.encodings).toEqual([{ name: 'windows-1252', sure: 'guessed' }]);
    expect(read.notes).toHaveLength(1);
    const chosen = await parse(parseText, bytes, 'text', 'macintosh');
    expect(chosen).toMatchObject({ blocks: ['paragraph Müller'], notes: [] });
    expect(chosen.encodings).toEqual([{ name: 'macintosh', sure: 'chosen' }]);
    const page = '<meta charset="utf-8"><p>Ã¤</p>';
    expect((await parse(parseHtml, page, 'html')).encodings).toEqual([{ name: 'utf-8', sure: 'certain' }]);
    expect(
      (await parse(parseHtml, Buffer.from('<meta charset="utf-8"><p>ä</p>'), 'html', 'windows-1252')).blocks,
    ).toEqual(['paragraph Ã¤']);
  });

  it('is not taken for UTF-16 where zeros stand at both halves of a letter', async () => {
    const pairs = (...bytes: number[]) => Buffer.from(Array.from({ length: 40 }, () => bytes).flat());
    expect((await detectFileEncoding(await written(pairs(97, 0)))).encoding).toBe('utf-16le');
    expect((await detectFileEncoding(await written(pairs(0, 97)))).encoding).toBe('utf-16be');
    for (const bytes of [pairs(97, 0, 0, 0), pairs(0, 97, 0, 0), pairs(97, 0, 97, 97)])
      expect((await detectFileEncoding(await written(bytes))).encoding).toBe('utf-8');
  });
});
