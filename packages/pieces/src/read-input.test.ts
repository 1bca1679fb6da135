import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { Field } from '@atelier/contracts/fields/fields';
import { describe, expect, it } from 'vitest';
import { memoryFiles } from '../tests/memory-files.ts';
import { failureOf } from '../tests/run-action.ts';
import {
  limitBytes,
  mostFileBytes,
  mostFiles,
  nameOfDownload,
  readFileListField,
  readText,
  textOfFile,
  typeOfName,
} from './files.ts';
import { limitList, limitText, longestList, longestText } from './limits.ts';
import { expressionDefaults, readInput } from './read-input.ts';
import { textOfPage } from './text-of-page.ts';

const field = (type: Field['type'], more: Partial<Field> = {}): Field => ({
  name: 'a',
  label: 'A',
  type,
  ...more,
});
const read = (given: Field, value: JsonValue) => readInput([given], { a: value })['a'];

describe('the input of a step', () => {
  it('becomes a text where one belongs', () => {
    for (const type of ['TEXT', 'SHORT_TEXT', 'LONG_TEXT', 'SECRET_TEXT', 'DROPDOWN'] as const)
      expect(
        [5, true, { b: 1 }, 'x'].map((value) => read(field(type), value)),
        type,
      ).toEqual([...['5', 'true', '{"b":1}', 'x']]);
    expect(read(field('STATIC_DROPDOWN', { options: [{ value: '1', label: 'One' }] }), 1)).toBe('1');
  });

  it('becomes a number or a yes or no where it is one', async () => {
    expect([' 5 ', '-1.5', 7].map((value) => read(field('NUMBER'), value))).toEqual([5, -1.5, 7]);
    for (const value of ['five', 'Infinity', '5 kg'])
      expect(await failureOf(() => read(field('NUMBER'), value)), value).toContain('pieces.invalid_input');
    expect(['true', 'false', true].map((value) => read(field('CHECKBOX'), value))).toEqual([
      true,
      false,
      true,
    ]);
    expect(await failureOf(() => read(field('CHECKBOX'), 'yes'))).toContain('pieces.invalid_input');
  });

  it('becomes a list or an object where a text is written as one', async () => {
    expect(read(field('OBJECT'), ' {"b":1} ')).toEqual({ b: 1 });
    expect(read(field('JSON'), '[1]')).toEqual([1]);
    expect(read(field('JSON', { isAnyJson: true }), '[1]')).toBe('[1]');
    expect(read(field('ARRAY'), '[1,"b"]')).toEqual(['1', 'b']);
    expect(read(field('ARRAY', { fields: [{ ...field('NUMBER'), name: 'b' }] }), { b: '1' })).toEqual([
      { b: 1 },
    ]);
    expect(read(field('MULTI_SELECT_DROPDOWN'), 5)).toEqual(['5']);
    expect(read(field('MULTI_SELECT_DROPDOWN'), ['x', 2])).toEqual(['x', '2']);
    for (const wrong of ['{', 'text'])
      expect(await failureOf(() => read(field('OBJECT'), wrong))).toContain('pieces.');
    expect(await failureOf(() => read(field('ARRAY'), 'text'))).toContain('pieces.invalid_input');
  });

  it('is converted inside lists and objects too', () => {
    const fields = [{ name: 'n', label: 'N', type: 'NUMBER' as const }];
    expect(read(field('ARRAY', { fields }), [{ n: '1' }, { n: 2 }])).toEqual([{ n: 1 }, { n: 2 }]);
    expect(read(field('OBJECT', { fields }), { n: '3' })).toEqual({ n: 3 });
  });

  it('names at most three problems', async () => {
    const fields = ['a', 'b', 'c', 'd'].map((name) => ({
      ...field('NUMBER'),
      name,
      label: name.toUpperCase(),
    }));
    const message = await failureOf(() => readInput(fields, { a: 'x', b: 'x', c: 'x', d: 'x' }));
    expect(message.match(/must be a number/g)).toHaveLength(3);
  });

  it('has the defaults that are no expressions', () => {
    const fields = [
      field('TEXT', { default: 'x' }),
      { ...field('TEXT', { default: '{{run.id}}' }), name: 'b' },
    ];
    expect(readInput(fields, {})).toEqual({ a: 'x', b: '' });
    expect(expressionDefaults(fields)).toEqual({ b: '{{run.id}}' });
  });
});

describe('the text of a page', () => {
  it('is what people read, with one space between words', () => {
    expect(textOfPage('<p>One&nbsp;&amp;\n two</p><P>three</P>')).toBe('One & two three');
    expect(textOfPage('&lt;b&gt; &quot;a&quot; &#39;c&#39; &euro;')).toBe(`<b> "a" 'c' &euro;`);
    expect(textOfPage('1 < 2 and 3 <4')).toBe('1 < 2 and 3 < 4');
    expect(textOfPage('plain')).toBe('plain');
  });

  it('is without comments, and elements that nobody reads', () => {
    expect(textOfPage('a<!-- b > c -->d<!doctype html><?xml?>')).toBe('a d');
    for (const name of ['script', 'style', 'template', 'noscript', 'svg', 'SCRIPT'])
      expect(textOfPage(`a<${name} x="1">b<c>d</${name} >e`), name).toBe('a e');
    for (const open of ['a<script>b', 'a<!-- b', 'a<b']) expect(textOfPage(open)).toBe('a');
  });
});

describe('the name of a download', () => {
  const name = (disposition: string, url = 'https://example.com/', type = '') =>
    nameOfDownload({ disposition, url: new URL(url), type });

  it('is the one that is given, else the end of the address', () => {
    expect(name(`attachment; filename="a b.pdf"; filename*=UTF-8''%C3%A4.pdf`)).toBe('ä.pdf');
    expect(name('attachment; filename="a b.pdf"')).toBe('a b.pdf');
    expect(name('attachment; filename=a.pdf; x=1')).toBe('a.pdf');
    expect(name(`filename*=utf-8''%E0%`)).toBe('%E0%');
    expect(name('', 'https://example.com/x/a%20b.csv?c=d.e')).toBe('a b.csv');
    expect(name('', 'https://example.com/report', 'application/pdf')).toBe('report.pdf');
    expect(name('', 'https://example.com/', 'text/csv')).toBe('download.csv');
    expect(name('', 'https://example.com/report', 'other/type')).toBe('report.bin');
  });
});

describe('files of a step', () => {
  it('have the type of their ending', () => {
    expect(['a.PDF', 'a.b.csv', 'none', 'a.constructor'].map(typeOfName)).toEqual([
      ...['application/pdf', 'text/csv', 'application/octet-stream', 'application/octet-stream'],
    ]);
  });

  it('are limited in size and number', async () => {
    limitBytes(mostFileBytes);
    expect(await failureOf(() => limitBytes(mostFileBytes + 1))).toBe(
      'pieces.too_large: The file has 21 MB. A step takes 20 MB at most. Please use a smaller file.',
    );
    const { put } = memoryFiles();
    const file = { ...(await put('a.txt', 'x')) } as unknown as JsonValue;
    const many = (count: number) => readFileListField({ a: Array.from({ length: count }, () => file) }, 'a');
    expect(many(mostFiles)).toHaveLength(100);
    expect(await failureOf(() => many(101))).toContain('A step takes 100 files at most.');
    expect(readFileListField({ a: file }, 'a')).toHaveLength(1);
    expect(readFileListField({ a: [null, '', file] }, 'a')).toHaveLength(1);
    expect(readFileListField({}, 'a')).toEqual([]);
    expect(await failureOf(() => readFileListField({ a: [file, 'text'] }, 'a'))).toContain(
      'What was given is no file.',
    );
  });

  it('are read in their encoding, as plain text or by a parser', async () => {
    const { platform, put } = memoryFiles();
    const text = async (name: string, content: string | Uint8Array, type?: string) =>
      await textOfFile(platform.files, await put(name, content, type), new AbortController().signal);
    expect(await text('a.txt', Uint8Array.of(0xff, 0xfe, 0xe4, 0))).toBe('ä');
    expect(await text('a.txt', Uint8Array.of(0xfe, 0xff, 0, 0xe4))).toBe('ä');
    expect(await text('a.txt', Uint8Array.of(0xe4))).toBe('ä');
    expect(await text('a.txt', 'ä\0')).toBe('ä');
    for (const name of ['a.md', 'a.TSV', 'a.log', 'a.yml'])
      expect(await text(name, 'x', 'other/type')).toBe('x');
    for (const type of ['text/x', 'application/json', 'application/a+xml'])
      expect(await text('a', 'x', type)).toBe('x');
    for (const type of ['text/html', 'application/pdf'])
      expect(await text('a', 'x', type)).toBe('Words of a');
  });

  it('have a million characters at most', async () => {
    const { platform, put } = memoryFiles();
    expect(await readText(platform.files, await put('a.txt', 'x'.repeat(longestText)))).toHaveLength(
      longestText,
    );
    const long = await put('b.txt', 'x'.repeat(longestText + 1));
    expect(await failureOf(() => readText(platform.files, long))).toContain(
      '“b.txt” has more than 1,000,000 characters.',
    );
  });
});

describe('the limits of a result', () => {
  it('are reached and not exceeded', async () => {
    expect(limitText('x'.repeat(longestText))).toHaveLength(longestText);
    expect(await failureOf(() => limitText('x'.repeat(longestText + 1)))).toContain('pieces.too_large');
    expect(limitList(Array<number>(longestList).fill(1))).toHaveLength(longestList);
    expect(await failureOf(() => limitList(Array<number>(longestList + 1).fill(1)))).toContain(
      'pieces.too_large',
    );
  });
});
