import { readJson as readExact } from '@atelier/contracts/kernel/parse-json';
import { describe, expect, it } from 'vitest';
import { ConnectorError } from '../connector.ts';
import { fillTemplate, longestText, lookup, pathsIn, readJson, shown, steps } from './lookup.ts';
import { createPager, mostPages, type Page } from './pages.ts';
import { everyField, oneLine } from './records.ts';

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

describe('a path', () => {
  it.each([
    ['$.rows[0].name', ['rows', '0', 'name']],
    [' $rows ', ['rows']],
    [`["a b"]['c']`, ['a b', 'c']],
    ['a..b', ['a', 'b']],
    ['', []],
  ])('%j has the steps %j', (path, names) => {
    expect(steps(path)).toEqual(names);
  });

  it.each<[string, unknown]>([
    ['rows[1].name', 'Wax'],
    ['$.rows.1.name', 'Wax'],
    ['a.b', 'with a dot'],
    [' a.b ', 'with a dot'],
    ['rows.length', 2],
    ['rows[2]', undefined],
    ['rows.name', undefined],
    ['toString', undefined],
    ['empty.deeper', undefined],
    ['text.length', undefined],
  ])('%j leads to %j', (path, value) => {
    const record = {
      rows: [{ name: 'Ink' }, { name: 'Wax' }],
      'a.b': 'with a dot',
      a: { b: 1 },
      empty: null,
      text: 'x',
    };
    expect(lookup(record, path)).toEqual(value);
    expect(lookup(record, '')).toBe(record);
  });
});

describe('a value of a record', () => {
  it.each<[unknown, string]>([
    [undefined, ''],
    [null, ''],
    ['text', 'text'],
    [0, '0'],
    [false, 'false'],
    [[1], '[\n  1\n]'],
    [{ a: { b: 1 } }, '{\n  "a": {\n    "b": 1\n  }\n}'],
    [readExact('9007199254740993'), '9007199254740993'],
    [JSON.parse(nested(12)), expect.stringContaining('\n')],
    [JSON.parse(nested(13)), nested(13)],
    ['x'.repeat(100_001), 'x'.repeat(100_001)],
    [['x'.repeat(99_996)], expect.stringContaining('\n')],
    [['x'.repeat(99_997)], `["${'x'.repeat(99_997)}"]`],
  ])('is shown as text', (value, text) => {
    expect(shown(value)).toEqual(text);
  });

  it('is read from JSON of a hundred levels at most', () => {
    expect(readJson(nested(100))).toEqual(JSON.parse(nested(100)));
    expect(readJson(nested(101))).toBeUndefined();
    expect([readJson('{'), readJson('7')]).toEqual([undefined, 7]);
  });

  it('is listed with its name where there is no template', () => {
    expect(everyField({ a: 1, b: null, c: [] })).toBe('**a**: 1\n\n**b**: \n\n**c**:\n\n```json\n[]\n```');
    expect([everyField([1]), everyField('a')]).toEqual(['[\n  1\n]', 'a']);
    expect(oneLine(` a\n\tb ${'x'.repeat(200)}`)).toBe(`a b ${'x'.repeat(146)}`);
  });
});

describe('a template', () => {
  it('gets fields by their paths, and nothing that is computed', () => {
    const record = { a: 'A', b: { c: [1] } };
    expect(fillTemplate('{{a}} is {{ b.c[0] }}{{none}}, {{a + b}} {a} {{}}', record)).toBe(
      'A is 1,  {a} {{}}',
    );
    expect(pathsIn('{{a}} {{ b.c }} {{}} {{x{y}}')).toEqual(['a', ' b.c ']);
    expect(fillTemplate(`{{${'a'.repeat(201)}}}`, record)).toBe(`{{${'a'.repeat(201)}}}`);
  });

  it('stops where a document has as much text as it may have', () => {
    const half = 'x'.repeat(longestText / 2);
    expect(fillTemplate('{{a}}{{a}}b{{a}}', { a: half })).toHaveLength(1.5 * longestText + 1);
    expect(fillTemplate('{{a}}{{a}}b{{a}}{{a}}', { a: half })).toHaveLength(1.5 * longestText + 1);
  });
});

describe('the next page', () => {
  const url = new URL('https://api.example.com/items?size=5');
  const page = (more: Partial<Page> & { link?: string } = {}): Page => ({
    ...{ url, cursor: '', records: 5, isNew: true },
    answer: { headers: new Headers(more.link === undefined ? {} : { link: more.link }) } as Page['answer'],
    ...more,
  });
  const pager = (pagination: 'NONE' | 'PAGE' | 'CURSOR' | 'LINK', firstPage = 1) =>
    createPager({ pagination, pageParameter: 'p', firstPage, cursorParameter: 'c' });
  const next = (pagination: 'NONE' | 'PAGE' | 'CURSOR' | 'LINK', more: Parameters<typeof page>[0] = {}) =>
    pager(pagination).next(page(more))?.href;

  it('is counted until a page has nothing new', () => {
    const pages = pager('PAGE', 0);
    expect(pages.first(url).href).toBe(`${url.href}&p=0`);
    expect(pages.next(page({ url: new URL(`${url.href}&p=0`) }))?.href).toBe(`${url.href}&p=1`);
    expect(pages.next(page({ url: new URL(`${url.href}&p=1`) }))?.href).toBe(`${url.href}&p=2`);
    expect([next('PAGE', { records: 0 }), next('PAGE', { isNew: false })]).toEqual([undefined, undefined]);
    expect([next('NONE'), pager('NONE').first(url).href]).toEqual([undefined, url.href]);
  });

  it('is the one that the reply names', () => {
    expect(next('CURSOR', { cursor: 'a b' })).toBe(`${url.href}&c=a+b`);
    expect([next('CURSOR'), next('CURSOR', { cursor: 'false' })]).toEqual([undefined, undefined]);
    expect(pager('CURSOR').first(url).href).toBe(url.href);
  });

  it.each([
    ['</items?page=2>; rel="next"', 'https://api.example.com/items?page=2'],
    ['</a>; rel=prev, </b,c>; title="x"; REL = next', 'https://api.example.com/b,c'],
    ['</a>; rel="prev next"', 'https://api.example.com/a'],
    ['</a>; rel="nextish"', undefined],
    ['</a>; rel="prev"; title="next"', undefined],
    ['<http://[>; rel=next', undefined],
    ['', undefined],
  ])('is the link of %s', (link, address) => {
    expect(next('LINK', { link })).toBe(address);
  });

  it('is never on another site, and never one that was read', () => {
    expect(() => next('LINK', { link: '<https://evil.example.com/>; rel=next' })).toThrow(
      new ConnectorError(
        'sources.unexpected_answer',
        'api.example.com names a next page on another site (evil.example.com). Secrets stay with their site, so it is not followed.',
      ),
    );
    expect(() => next('LINK', { link: `<${url.href}>; rel=next` })).toThrow('lead round in a circle');
  });

  it('is one of 2,000', () => {
    const pages = pager('PAGE');
    let at: URL | undefined = pages.first(url);
    for (let count = 1; count < mostPages; count += 1) at = pages.next(page({ url: at ?? url }));
    expect(at?.searchParams.get('p')).toBe('2000');
    expect(() => pages.next(page({ url: at ?? url }))).toThrow('lead round in a circle');
  });
});
