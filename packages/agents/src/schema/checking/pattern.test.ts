import { describe, expect, it } from 'vitest';
import { estimateStates, readPattern } from './pattern.ts';

const fits = (pattern: string, text: string): boolean | string => {
  const read = readPattern(pattern);
  return 'problem' in read ? read.problem : read.test(text);
};

describe('a pattern of somebody else', () => {
  it.each([
    [String.raw`^[a-z\@]+$`, 'a@b', 'a b'],
    [String.raw`^\"x`, '"x', 'x'],
    ['(?i)abc', 'xABC', 'ab'],
    [String.raw`^\A[a-z]+\Z$`, 'abc', 'abc1'],
    [String.raw`\A[a-z]+\z`, 'abc', '1abc'],
    ['^[[:alpha:]]+$', 'abc', 'ab1'],
    [String.raw`^(?P<y>\d{4})-(?P<m>\d\d)$`, '2026-11', '2026-1'],
    [String.raw`^(?<y>\d{4})$`, '2026', '26'],
    [String.raw`^é\p{Letter}\p{Script=Greek}$`, 'éäΩ', 'eäΩ'],
    [String.raw`^\uD83D\uDE00$`, '😀', '😃'],
    [String.raw`^\u{1F600}\cA\x41$`, '😀\u0001A', '😀A'],
    [String.raw`^a\sb$`, 'a\u00a0b', 'a_b'],
    [String.raw`^[^]{1,3}$`, 'a\nb', 'abcd'],
    [String.raw`^[\]a]+$`, ']a', 'b'],
    [String.raw`^https?:\/\/[^\s/$.?#].[^\s]*$`, 'https://example.com/a', 'ftp://example.com'],
    [String.raw`^[\w.+-]+@[\w-]+\.[\w.-]+$`, 'a.b@example.com', 'a.b'],
  ])('in another dialect is read: %s', (pattern, fitting, other) => {
    expect([fits(pattern, fitting), fits(pattern, other)]).toEqual([true, false]);
  });

  it.each([
    ['(?=a)b', 'looks at what comes before or after'],
    ['^(?!x)', 'looks at what comes before or after'],
    ['(?<!x)y', 'looks at what comes before or after'],
    [String.raw`(a)\1`, 'refers to what another part of it found'],
    ['^.{1,5000}$', 'more than 1,000 times'],
    ['(', 'not known here'],
    [String.raw`\h+`, 'not known here'],
    [`${'a{1,999}b?'.repeat(100)}`, 'too large'],
    ['(?:(?:a{1,90}){1,90}){1,90}', 'too large'],
    ['x'.repeat(3000), 'longer than 2,000 characters'],
  ])('that cannot be checked says why: %s', (pattern, problem) => {
    expect(fits(pattern, 'a')).toContain(problem);
  });

  it.each([
    ['^(a+)+$', [false, false, false]],
    [String.raw`^(\w+\s?)*$`, [false, false, false]],
    ['(x+x+)+y', [false, false, false]],
    ['^(a|a)*$', [false, false, false]],
    ['(.*a){20}', [true, false, true]],
    ['^(a?){400}a{400}$', [false, false, false]],
  ])('takes time that grows with the text alone: %s', async (pattern, expected) => {
    const texts = ['a'.repeat(40), 'x'.repeat(40), 'a'.repeat(20_000)];
    const fitAll = () => texts.map((text) => fits(pattern, `${text}!`));
    expect(fitAll()).toEqual(expected);
    // V8 would need longer than a lifetime for the first text.
    await expect(fitAll).toCostAtMost(2000);
  });

  it('is as large as what it repeats', () => {
    expect(['a{1000}', '(ab){100}', '[abc]{20}', String.raw`\d{4}-\d\d`].map(estimateStates)).toEqual([
      1000, 400, 20, 7,
    ]);
  });
});
