import { describe, expect, it } from 'vitest';
import { describeExtension, findFormatByName, formats, parseExtension } from '../format/formats.ts';
import { looksLikeText } from '../format/text-sample.ts';
import { jsonBlocks, recordRow } from './json/json-records.ts';
import { cutText, readLines } from './lines.ts';

describe('the format of a name', () => {
  it.each([
    ['plan.DOCX', 'docx', 'Word document'],
    ['.docx', 'docx', 'Word document'],
    [' a.b.pdf ', 'pdf', 'PDF'],
    ['a.ppsx', 'pptx', 'PowerPoint presentation'],
    ['a.ott', 'odt', 'OpenDocument text'],
    ['a.odp', 'odp', 'OpenDocument presentation'],
    ['a.rtf', 'rtf', 'Rich text'],
    ['a.epub', 'epub', 'E-book'],
    ['a.xltx', 'xlsx', 'Excel workbook'],
    ['a.xls', 'xls', 'Excel 97–2003 workbook'],
    ['a.ods', 'ods', 'OpenDocument spreadsheet'],
    ['a.dot', 'doc', 'Word 97–2003 document'],
    ['a.csv', 'csv', 'CSV table'],
    ['a.tab', 'tsv', 'Tab-separated table'],
    ['a.xhtml', 'html', 'Web page'],
    ['a.mdx', 'markdown', 'Markdown'],
    ['a.log', 'text', 'Plain text'],
    ['a.json', 'json', 'JSON'],
    ['a.ndjson', 'jsonl', 'JSON lines'],
    ['a.eml', 'mail', 'Mail'],
    ['a.tiff', 'image', 'Picture'],
    ['a.svg', 'svg', 'Drawing'],
    ['a.mp3', 'recording', 'Recording'],
    ['a.ogv', 'recording', 'Recording'],
    ['a.xyz', null, 'XYZ file'],
    ['a.thirteenchars', null, 'File'],
    ['folder.d/name', null, 'File'],
  ])('%s is %s, “%s”', (name, format, label) => {
    expect([findFormatByName(name), describeExtension(name)]).toEqual([format, label]);
  });

  it('is described by its ending alone as well', () => {
    expect([describeExtension('PDF'), describeExtension('exe'), describeExtension('')]).toEqual([
      ...['PDF', 'EXE file', 'File'],
    ]);
    expect([parseExtension('a'), parseExtension('a.'), parseExtension('a.b c')]).toEqual(['', '', '']);
    expect(Object.values(formats).filter(({ family }) => family === 'text')).toHaveLength(13);
  });
});

describe('bytes that are text', () => {
  const bytes = (length: number, ...special: number[]) =>
    Buffer.from([...special, ...Array.from({ length: length - special.length }, () => 97)]);

  it.each<[string, Buffer, boolean]>([
    ['letters', bytes(10), true],
    ['tabs, line ends and escapes', bytes(12, 8, 9, 10, 11, 12, 13, 27), true],
    ['three control characters', bytes(10, 1, 7, 14), true],
    ['four control characters', bytes(10, 1, 7, 14, 31), false],
    ['two in a hundred', bytes(200, 1, 1, 1, 1), true],
    ['more than two in a hundred', bytes(199, 1, 1, 1, 1), false],
    ['three NUL in ten', bytes(10, 0, 0, 0), true],
    ['more than three in ten', bytes(10, 0, 0, 0, 0), false],
    ['a mark of UTF-8', Buffer.from([0xef, 0xbb, 0xbf, 1, 1, 1, 1, 1]), true],
    ['a mark of UTF-16', Buffer.from([0xff, 0xfe, 1, 1, 1, 1, 1]), true],
    ['a mark of UTF-32', Buffer.from([0, 0, 0xfe, 0xff, 1, 1, 1, 1, 1]), true],
    ['half of a mark', Buffer.from([0xef, 0xbb, 1, 1, 1, 1]), false],
    ['UTF-16 without a mark', Buffer.from('plain text', 'utf16le'), true],
    ['UTF-16 of three letters', Buffer.from('abc', 'utf16le'), false],
    ['nothing', Buffer.alloc(0), true],
  ])('%s', (_what, sample, isText) => {
    expect(looksLikeText(sample)).toBe(isText);
  });
});

describe('lines of a text', () => {
  const linesOf = async (chunks: readonly string[], longest = 10) => {
    const lines: string[] = [];
    const stream = async function* () {
      yield* chunks;
    };
    for await (const line of readLines(stream(), longest)) lines.push(line);
    return lines;
  };

  it.each<[string[], string[]]>([
    [['a\nb\r\nc\rd'], ['a', 'b', 'c', 'd']],
    [
      ['a\r', '\nb'],
      ['a', 'b'],
    ],
    [
      ['a\r', 'b'],
      ['a', 'b'],
    ],
    [
      ['a', 'b\n'],
      ['ab', ''],
    ],
    [['a\r'], ['a']],
    [[], ['']],
    [['0123456789'], ['0123456789']],
    [['0123456789a'], ['0123456789', 'a']],
    [
      ['0123456', '789abc\nx'],
      ['0123456789', 'abc', 'x'],
    ],
    [['123456 89ab'], ['123456 ', '89ab']],
    [['12345 789ab'], ['12345 789a', 'b']],
    [['012345678👍'], ['012345678', '👍']],
  ])('%j are %j', async (chunks, lines) => {
    expect(await linesOf(chunks)).toEqual(lines);
  });

  it('are cut at a space in their second half', () => {
    expect([...cutText('one two three four', 8)]).toEqual(['one two ', 'three ', 'four']);
    expect([...cutText('', 8)]).toEqual(['']);
    // The space that follows the tenth character belongs to the next part.
    expect([...cutText('two letters more', 11)]).toEqual(['two letters', ' more']);
  });
});

describe('a JSON value', () => {
  const blocks = (value: unknown) =>
    [...jsonBlocks(value)].map(({ kind, text, level }) => `${kind}${level ?? ''} ${text}`);

  it.each<[unknown, string[]]>([
    [{ a: 1, b: { c: ' x\n y ' }, d: null, e: '', f: [1, 'z'], g: [] }, ['row a: 1\nb.c: x y\nf: 1, z']],
    [
      [{ a: 1 }, 'text', 3],
      ['row a: 1', 'row text', 'row 3'],
    ],
    [{ n: 1, list: [{ a: 1 }, { a: 2 }] }, ['row n: 1', 'heading1 list', 'row a: 1', 'row a: 2']],
    [{ in: { list: [{ a: 1 }], m: 2 } }, ['row m: 2', 'heading2 in.list', 'row a: 1']],
    [{ a: [[1, 2], [3]] }, ['row a.1: 1, 2\na.2: 3']],
    [
      [{ n: 1, list: Array.from({ length: 20 }, () => ({ a: 1 })) }],
      [expect.stringContaining('list.20.a: 1')],
    ],
    [
      [{ n: 1, list: Array.from({ length: 21 }, () => ({ a: 1 })) }],
      ['row n: 1', 'heading1 list', ...Array.from({ length: 21 }, () => 'row a: 1')],
    ],
    [false, ['row false']],
    [null, []],
    ['', []],
    [{ a: `${'x'.repeat(199)}\n` }, [`row a: ${'x'.repeat(199)}`]],
    [{ a: `${'x'.repeat(100)}\n${'y'.repeat(100)} ` }, [`row a: ${'x'.repeat(100)}\n${'y'.repeat(100)}`]],
  ])('%j is read', (value, texts) => {
    expect(blocks(value)).toEqual(texts);
  });

  it('has headings of six levels at most', () => {
    const value = { a: { b: { c: { d: { e: { f: { g: [{ h: 1 }] } } } } } } };
    expect(recordRow(value).text).toBe('a.b.c.d.e.f.g.1.h: 1');
    const deep = { a: { l: [{ x: 1 }], b: { l: [{ x: 1 }] } } };
    expect(blocks(deep)).toEqual(['heading2 a.l', 'row x: 1', 'heading3 a.b.l', 'row x: 1']);
  });
});
