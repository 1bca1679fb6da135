import { describe, expect, it } from 'vitest';
import { failureOf, runAction } from '../../../tests/run-action.ts';
import { showValue } from '../../values.ts';

const read = (text: string) => runAction('xml.parse_xml', { text });
const write = (value: object, root = '') =>
  runAction('xml.write_xml', { value: JSON.parse(JSON.stringify(value)), root, declaration: false });

describe('the XML piece', () => {
  it('reads attributes, repeated elements, texts and CDATA', async () => {
    expect(
      await read(
        '<?xml version="1.0"?><order id="7"><line>a &amp; b</line><line/><note lang="en"><![CDATA[<x>]]></note></order>',
      ),
    ).toEqual({ order: { '@id': '7', line: ['a & b', ''], note: { '@lang': 'en', '#text': '<x>' } } });
  });

  it('makes lists of elements that are named, or of all, however often they occur', async () => {
    const feed = '<feed><title>T</title><entry id="1"><link/></entry></feed>';
    const readWith = (input: Record<string, string | string[]>) =>
      runAction('xml.parse_xml', { text: feed, ...input });
    expect(await readWith({ lists: 'NAMED', listNames: [' entry', 'link'] })).toEqual({
      feed: { title: 'T', entry: [{ '@id': '1', link: [''] }] },
    });
    expect(await readWith({ lists: 'ALL' })).toEqual({
      feed: { title: ['T'], entry: [{ '@id': '1', link: [''] }] },
    });
    expect(await readWith({ lists: 'REPEATED' })).toEqual({
      feed: { title: 'T', entry: { '@id': '1', link: '' } },
    });
  });

  it('expands no entities of a document type', async () => {
    const bomb = '<!DOCTYPE a [<!ENTITY x "lol"><!ENTITY y "&x;&x;">]><a>&y;</a>';
    expect(await failureOf(() => read(bomb))).toContain('The text is not valid XML (line 1');
    const file = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>';
    expect(await failureOf(() => read(file))).toContain('The text is not valid XML');
  });

  it('refuses what is broken, hostile or too deep', async () => {
    expect(await failureOf(() => read('<a><b></a>'))).toContain('The text is not valid XML');
    expect(await failureOf(() => read('no xml'))).toContain('The text is not valid XML');
    expect(await read('<a><constructor>Ferrari</constructor></a>')).toEqual({
      a: { constructor: 'Ferrari' },
    });
    expect(await failureOf(() => read('<a>'.repeat(40)))).toContain('nested too deeply');
    expect(await failureOf(() => read(`<a>${'<b/>'.repeat(50_001)}</a>`))).toContain('pieces.too_large');
  });

  it('writes what it reads', async () => {
    const value = { order: { '@id': '7', line: ['a & b', '<'], note: { '@lang': '"en"', '#text': 'x' } } };
    const written = await write(value);
    expect(written).toBe(
      '<order id="7"><line>a &amp; b</line><line>&lt;</line><note lang="&quot;en&quot;">x</note></order>',
    );
    expect(await read(showValue(written))).toEqual(value);
    expect(await write([1, 2], 'list')).toBe('<list><item>1</item><item>2</item></list>');
  });

  it('refuses names that are no names of elements, and several outermost elements', async () => {
    expect(await failureOf(() => write({ 'a b': 1 }))).toContain('“a b” cannot be the name of an element.');
    expect(await failureOf(() => write({ a: { '@x y': 1 } }))).toContain('“x y” cannot be the name');
    expect(await failureOf(() => write({ a: 1, b: 2 }))).toContain('exactly one outermost element');
  });
});
