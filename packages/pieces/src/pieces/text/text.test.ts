import { describe, expect, it } from 'vitest';
import { failureOf, runAction } from '../../../tests/run-action.ts';

const change = (text: string, way: string) => runAction('text.change_text', { text, change: way });

describe('the text piece', () => {
  it('changes case, spaces and form', async () => {
    expect(await change('  a b ', 'TRIM')).toBe('a b');
    expect(await change('zürich-west o’neill', 'TITLE')).toBe('Zürich-West O’neill');
    expect(await change('Crème brûlée: 2 für 1 Straße!', 'SLUG')).toBe('creme-brulee-2-fur-1-strasse');
    expect(await change('one\n\n two', 'ONE_LINE')).toBe('one two');
    expect(await failureOf(() => change('a', 'EXPLODE'))).toContain('pieces.invalid_input');
  });

  it('joins and splits, with line breaks written as \\n', async () => {
    expect(await runAction('text.join_texts', { texts: ['a', 1, null, { b: 2 }], separator: '\\n' })).toBe(
      'a\n1\n\n{"b":2}',
    );
    expect(await runAction('text.split_text', { text: 'a; b;;c', separator: ';' })).toEqual(['a', 'b', 'c']);
    expect(await runAction('text.split_text', { text: 'a; b;;c', separator: ';', trim: false })).toEqual([
      'a',
      ' b',
      '',
      'c',
    ]);
    expect(await runAction('text.split_text', { text: 'né', separator: '' })).toEqual(['n', 'é']);
  });

  it('replaces what is written exactly, without patterns', async () => {
    const text = 'a.b.c';
    expect(await runAction('text.replace_text', { text, find: '.', by: '$&' })).toBe('a$&b$&c');
    expect(await runAction('text.replace_text', { text, find: '.', by: '-', firstOnly: true })).toBe('a-b.c');
    expect(await runAction('text.replace_text', { text, find: 'x', by: '-' })).toBe(text);
  });

  it('refuses a result above the limit before it is made', async () => {
    const input = { text: 'a'.repeat(100_000), find: 'a', by: 'b'.repeat(100_000) };
    expect(await failureOf(() => runAction('text.replace_text', input))).toContain(
      'pieces.too_large: The result would have more than 1,000,000 characters.',
    );
  });

  it('finds addresses, links and numbers, each once, in a long text in little time', async () => {
    const text = 'Ann <ann@example.com>, https://example.com/a?b=1) -3.5 ann@example.com #tag';
    const find = (what: string) => runAction('text.find_in_text', { text, what });
    expect(await find('EMAILS')).toEqual(['ann@example.com']);
    expect(await find('LINKS')).toEqual(['https://example.com/a?b=1']);
    expect(await find('NUMBERS')).toEqual(['1', '-3.5']);
    expect(await find('HASHTAGS')).toEqual(['#tag']);
    for (const what of ['EMAILS', 'LINKS', 'NUMBERS', 'HASHTAGS'])
      await expect(() => runAction('text.find_in_text', { text: 'a.'.repeat(400_000), what })).toCostAtMost(
        2500,
      );
  });

  it('shortens by characters as people count them', async () => {
    const shorten = (text: string, length: number) => runAction('text.shorten_text', { text, length });
    expect(await shorten('short', 5)).toBe('short');
    expect(await shorten('longer', 5)).toBe('long…');
    expect(await shorten('👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧', 2)).toBe('👨‍👩‍👧…');
    expect(await failureOf(() => shorten('a', 0))).toContain('“Characters” must be at least 1.');
  });

  it('encodes, decodes and hashes', async () => {
    for (const encoding of ['BASE64', 'BASE64URL', 'HEX', 'URL']) {
      const encoded = await runAction('text.encode_text', { text: 'ä/ b', encoding });
      expect(encoded).not.toBe('ä/ b');
      expect(await runAction('text.decode_text', { text: encoded, encoding })).toBe('ä/ b');
    }
    expect(await failureOf(() => runAction('text.decode_text', { text: 'xyz', encoding: 'HEX' }))).toContain(
      'choose another encoding',
    );
    expect(await failureOf(() => runAction('text.decode_text', { text: '%E0%', encoding: 'URL' }))).toContain(
      'percent sign',
    );
    // RFC 4231, test case 2.
    expect(await runAction('text.hash_text', { text: 'what do ya want for nothing?', key: 'Jefe' })).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
    expect(await runAction('text.hash_text', { text: 'test' })).toBe(
      '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    );
  });
});
