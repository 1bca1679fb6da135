import { describe, expect, it } from 'vitest';
import { fillTemplate, longestText, lookup, pathsIn, readJson, shown, steps } from '../../src/api/lookup.ts';
import { createPager, type Page } from '../../src/api/pages.ts';
import {
  documentWith,
  everyField,
  findRecords,
  hashContent,
  oneLine,
  toRecordDocument,
} from '../../src/api/records.ts';
import { failureOf } from '../databases/io.ts';

const settings = { listPath: '', idField: '', titleField: '', template: '' };
const textOf = (record: unknown, change: object = {}) => {
  const event = toRecordDocument(record, { ...settings, ...change });
  return event.kind === 'item' ? new TextDecoder().decode(event.item.file.bytes) : event.kind;
};

describe('a path', () => {
  it('has a step for each name, also in brackets', () => {
    expect(steps(' $.rows[0].name ')).toEqual(['rows', '0', 'name']);
    expect(steps(`a["b c"]['d']`)).toEqual(['a', 'b c', 'd']);
    expect([steps('$'), steps('$rows'), steps('')]).toEqual([[], ['rows'], []]);
  });

  it('leads to a value of its own, or to nothing', () => {
    const record = { a: { b: [{ c: 1 }] }, 'x.y': 2, text: 'word', none: null };
    expect(['a.b[0].c', 'x.y', ' x.y ', '', 'none'].map((path) => lookup(record, path))).toEqual([
      1,
      2,
      2,
      record,
      null,
    ]);
    for (const path of ['a.c', 'text.length', 'none.a', 'toString', 'a.constructor', 'a.b[1]'])
      expect(lookup(record, path), path).toBeUndefined();
    expect(lookup('text', 'a')).toBeUndefined();
  });
});

describe('a value', () => {
  it('is read from JSON that is nested a hundred times at most', () => {
    const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    expect(readJson('{"a":[1]}')).toEqual({ a: [1] });
    expect(readJson(nested(100))).toBeDefined();
    expect(readJson(`${'['.repeat(100)}1${']'.repeat(100)}`)).toBeDefined();
    expect(readJson(nested(102))).toBeUndefined();
    expect(readJson('{')).toBeUndefined();
  });

  it('is shown as people read it', () => {
    expect([undefined, null, 'text', 1.5, true].map(shown)).toEqual(['', '', 'text', '1.5', 'true']);
    expect(shown({ a: 1 })).toBe('{\n  "a": 1\n}');
    const deep = (levels: number): object => (levels === 0 ? {} : { a: deep(levels - 1) });
    expect(shown(deep(11))).toContain('\n');
    expect(shown(deep(12))).not.toContain('\n');
    expect(shown(['x'.repeat(100_000 - 4)])).toContain('\n');
    expect(shown(['x'.repeat(100_000 - 3)])).not.toContain('\n');
  });

  it('fills a template, whose other parts stay', () => {
    expect(pathsIn('{{a}} and {{ b.c }} {{}} {d}')).toEqual(['a', ' b.c ']);
    expect(fillTemplate('<{{a}}|{{ b }}|{{c}}>', { a: 1, b: { x: 1 } })).toBe('<1|{\n  "x": 1\n}|>');
    expect(fillTemplate('none', { a: 1 })).toBe('none');
    const long = { a: 'x'.repeat(longestText / 2) };
    expect(fillTemplate('{{a}}{{a}}{{a}}{{a}}!', long)).toHaveLength((longestText / 2) * 3);
    expect(fillTemplate('{{a}}{{a}}!', long)).toHaveLength(longestText + 1);
  });
});

describe('a record', () => {
  it('becomes a document with every field under its name', () => {
    expect(textOf({ id: 1, name: 'Leave', tags: ['a'] }, { titleField: 'name' })).toBe(
      '# Leave\n\n**id**: 1\n\n**name**: Leave\n\n**tags**:\n\n```json\n[\n  "a"\n]\n```\n',
    );
    expect(textOf({ a: 1 })).toBe(`# Record ${hashContent('{"a":1}').slice(7, 67)}\n\n**a**: 1\n`);
    expect(everyField(['a'])).toBe('[\n  "a"\n]');
    expect(everyField(null)).toBe('');
    expect(everyField('text')).toBe('text');
  });

  it('has the id and title that are named, in one line', () => {
    const event = toRecordDocument(
      { key: ' 7 ', t: ' A\n title ' },
      { ...settings, idField: 'key', titleField: 't' },
    );
    expect(event).toMatchObject({ item: { externalId: '7', name: 'A title', metadata: { id: '7' } } });
    expect(oneLine('x'.repeat(151))).toHaveLength(150);
    expect(toRecordDocument({ a: 1 }, settings)).not.toHaveProperty('item.metadata');
    expect(toRecordDocument({ key: 'x'.repeat(300) }, { ...settings, idField: 'key' })).toMatchObject({
      item: { externalId: 'x'.repeat(300), metadata: { id: 'x'.repeat(200) } },
    });
    expect(
      toRecordDocument({ key: '', t: 'Named' }, { ...settings, idField: 'key', titleField: 't' }),
    ).toMatchObject({
      kind: 'skipped',
      name: 'Named',
      code: 'sources.no_id',
    });
  });

  it('may be as long as a document may be, and no longer', () => {
    expect(documentWith({ externalId: 'a', name: 'a' }, 'x'.repeat(10), 10).kind).toBe('item');
    expect(documentWith({ externalId: 'a', name: 'a' }, 'x'.repeat(11), 10)).toMatchObject({
      kind: 'skipped',
      code: 'sources.too_large',
    });
  });

  it('stands in a list, or is the one value', () => {
    expect(findRecords({ a: [1, 2] }, 'a')).toEqual([1, 2]);
    expect(findRecords({ a: { b: 1 } }, 'a')).toEqual([{ b: 1 }]);
    expect(findRecords({ a: 0 }, 'a')).toEqual([0]);
    for (const path of ['a', 'b']) expect(findRecords({ a: null }, path)).toBeUndefined();
  });
});

describe('the pages of a source', () => {
  const first = new URL('https://api.example.com/list?a=b');
  const paging = { pageParameter: 'p', firstPage: 1, cursorParameter: 'c' };
  const pageAt = (url: URL, change: Partial<Page> = {}, link = ''): Page => ({
    url,
    answer: { text: '', type: '', url: url.href, headers: new Headers(link === '' ? {} : { link }) },
    ...{ cursor: '', records: 1, isNew: true },
    ...change,
  });
  const next = (pagination: 'NONE' | 'PAGE' | 'CURSOR' | 'LINK', change: Partial<Page> = {}, link = '') => {
    const pager = createPager({ ...paging, pagination });
    return pager.next(pageAt(pager.first(first), change, link))?.href;
  };

  it('begin and go on with their number, as long as they bring something', () => {
    const pager = createPager({ ...paging, firstPage: 0, pagination: 'PAGE' });
    expect(pager.first(first).search).toBe('?a=b&p=0');
    expect(pager.next(pageAt(pager.first(first)))?.search).toBe('?a=b&p=1');
    expect(next('PAGE', { records: 0 })).toBeUndefined();
    expect(next('PAGE', { isNew: false })).toBeUndefined();
    expect(next('NONE')).toBeUndefined();
    expect(createPager({ ...paging, pagination: 'LINK' }).first(first).href).toBe(first.href);
  });

  it('go on at a cursor', () => {
    expect(next('CURSOR', { cursor: 'x y', records: 0 })).toBe('https://api.example.com/list?a=b&c=x+y');
    for (const cursor of ['', 'false']) expect(next('CURSOR', { cursor })).toBeUndefined();
  });

  it('go on where the Link header says', () => {
    const link = (text: string) => next('LINK', {}, text);
    expect(link('</first>; rel="first", </two>; title="a"; rel="last next"')).toBe(
      'https://api.example.com/two',
    );
    expect(link('<two>; REL=next')).toBe('https://api.example.com/two');
    for (const other of [
      '',
      '</two>; rel="prev"',
      '</two>; rel="nextish"',
      'rel="next"',
      '<http://[>; rel=next',
    ])
      expect(link(other), other).toBeUndefined();
  });

  it('do not lead to another site, and not round in a circle', async () => {
    expect(await failureOf(() => next('LINK', {}, '<https://api.example.com:444/two>; rel=next'))).toMatch(
      /^sources.unexpected_answer: .*another site \(api.example.com:444\)/,
    );
    expect(await failureOf(() => next('LINK', {}, '</list?a=b>; rel=next'))).toMatch(/circle/);
    const pager = createPager({ ...paging, pagination: 'CURSOR' });
    let url = first;
    for (let page = 1; page < 2000; page += 1)
      url = pager.next(pageAt(url, { cursor: String(page) })) ?? first;
    expect(await failureOf(() => pager.next(pageAt(url, { cursor: 'last' })))).toMatch(/circle/);
  });
});
