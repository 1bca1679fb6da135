import { describe, expect, it } from 'vitest';
import { CodeRunner } from './run-code.ts';

const runner = new CodeRunner();
/** Runs the body of a function. Returns its value, or the sentence that says why there is none. */
const run = async (body: string): Promise<unknown> => {
  const code = `export const code = async (inputs) => { ${body} };`;
  const outcome = await runner.run({ code, input: '{}' });
  return outcome.failure === undefined ? outcome.output : outcome.message;
};

const date = 'new Date(Date.UTC(2026, 2, 5, 7, 8))';

/** What code does, and what it gets. */
const cases: [string, unknown][] = [
  [`${date}.toLocaleString('de-DE', { timeZone: 'Europe/Berlin' })`, '5.3.2026, 08:08:00'],
  [`${date}.toLocaleDateString('en-GB')`, '05/03/2026'],
  [`${date}.toLocaleDateString('en-GB', { hour: '2-digit' })`, '05/03/2026, 07'],
  [`${date}.toLocaleTimeString('de', { timeStyle: 'short', timeZone: 'Asia/Tokyo' })`, '16:08'],
  [`${date}.toLocaleString()`, '3/5/2026, 7:08:00 AM'],
  ["new Date(NaN).toLocaleString('de')", 'Invalid Date'],
  ["(1234567.891).toLocaleString('de-DE')", '1.234.567,891'],
  ["12345678901234567890n.toLocaleString('de')", '12.345.678.901.234.567.890'],
  ["[1234.5, null].toLocaleString('de')", '1.234,5,'],
  ["['z', 'ä', 'a', 'Z'].sort((a, b) => a.localeCompare(b, 'de')).join('')", 'aäzZ'],
  ["['b10', 'b9'].sort((a, b) => a.localeCompare(b, 'de', { numeric: true })).join()", 'b9,b10'],
  ["['b10', 'b9', 'a'].sort((a, b) => a.localeCompare(b)).join()", 'a,b10,b9'],
  ["'i'.toLocaleUpperCase('tr') + 'I'.toLocaleLowerCase('tr')", 'İı'],
  ["new Intl.NumberFormat('de', { style: 'currency', currency: 'EUR' }).format(1234.5)", '1.234,50\u00a0€'],
  ["new Intl.DateTimeFormat('de', { dateStyle: 'long' }).format(new Date(0))", '1. Januar 1970'],
  ['new Intl.DateTimeFormat().resolvedOptions().timeZone', 'UTC'],
  ["new Intl.PluralRules('en', { type: 'ordinal' }).select(2)", 'two'],
  ["new Intl.ListFormat('de').format(['a', 'b', 'c'])", 'a, b und c'],
  ["new Intl.RelativeTimeFormat('de', { numeric: 'auto' }).format(-1, 'day')", 'gestern'],
  ["['ä', 'z', 'a'].sort(new Intl.Collator('de').compare).join('')", 'aäz'],
  ["new URL('../x?a=1#h', 'https://a.example/p/q/')", 'https://a.example/p/x?a=1#h'],
  [
    "(() => { const url = new URL('https://a.example/?a=1'); url.searchParams.append('b', 'c d'); url.hash = 'h'; return url.href; })()",
    'https://a.example/?a=1&b=c+d#h',
  ],
  ["[URL.canParse('x'), URL.parse('x')]", [false, null]],
  ["new URLSearchParams({ a: '1 2', b: '&' }).toString()", 'a=1+2&b=%26'],
  [
    "[...new URLSearchParams('a=1&a=2&b=%C3%A4')]",
    [
      ['a', '1'],
      ['a', '2'],
      ['b', 'ä'],
    ],
  ],
  ["[...new TextEncoder().encode('ä€')]", [195, 164, 226, 130, 172]],
  ["new TextDecoder('iso-8859-1').decode(new Uint8Array([228]))", 'ä'],
  ["[btoa('hi'), atob('aGk=')]", ['aGk=', 'hi']],
  ['structuredClone({ m: new Map([[1, [2]]]) }).m.get(1)', [2]],
  ["new Map([['a', 1], ['b', new Set([1, 2])]])", { a: 1, b: [1, 2] }],
  ['new Map([[{}, 1]])', [[{}, 1]]],
  ['new Uint8Array([1, 2])', [1, 2]],
  ['5n', 5],
  ['JSON.stringify(new Map([[1, 2]]))', '{}'],
  [
    "[...new Uint8Array(await crypto.subtle.digest('SHA-1', new TextEncoder().encode('abc')))].slice(0, 3)",
    [0xa9, 0x99, 0x3e],
  ],
  ['/^[0-9a-f-]{36}$/.test(crypto.randomUUID())', true],
  ['crypto.getRandomValues(new Uint8Array(4)).length', 4],
];

/** What cannot be done, and the words that say so. */
const failures: [string, string][] = [
  [
    `${date}.toLocaleString('de', { timeZone: 'No/Where' })`,
    'RangeError: Invalid time zone specified: No/Where',
  ],
  ["(1).toLocaleString('x')", 'RangeError: Incorrect locale information provided'],
  ["new Intl.Segmenter('de')", 'TypeError: There is no Intl.Segmenter in a code step.'],
  ["new URL('x')", 'TypeError: Invalid URL'],
  ["btoa('€')", 'InvalidCharacterError: Invalid character'],
  ["new TextDecoder('nothing')", 'RangeError: The "nothing" encoding is not supported'],
  ['structuredClone(() => 1)', 'DataCloneError: A function cannot be cloned.'],
  [
    "await crypto.subtle.digest('MD5', new Uint8Array())",
    'TypeError: There is no digest “MD5” in a code step, but SHA-1, SHA-256, SHA-384, SHA-512.',
  ],
  ["'x'.repeat(20000).localeCompare('y')", 'RangeError: Only texts of up to 10000 characters are compared.'],
  ['btoa("x".repeat(9e6))', 'RangeError: This is too much for one call.'],
  ['fetch("https://a.example")', 'ReferenceError: fetch is not defined'],
  ['setTimeout(() => 1)', 'ReferenceError: setTimeout is not defined'],
  ['Buffer.from("a")', 'ReferenceError: Buffer is not defined'],
];

describe('code', () => {
  it.each(cases)('%s', async (expression, value) => {
    expect(await run(`return ${expression};`)).toEqual(value);
  });

  it.each(failures)('says why %s fails', async (expression, why) => {
    expect(await run(`return ${expression};`)).toBe(why);
  });

  it('reaches nothing else by what it can ask', async () => {
    const seen = await run(`
      const questions = [];
      const { stringify } = JSON;
      Object.prototype.then = undefined;
      Array.prototype.map = () => { throw new Error('replaced'); };
      try { questions.push(new URL('https://a.example/b').pathname); } catch (error) { questions.push(error.message); }
      return [typeof ask, typeof compare, typeof query, ...questions, Object.keys(globalThis).includes('URL')];`);
    expect(seen).toEqual(['undefined', 'undefined', 'undefined', '/b', false]);
  });
});
