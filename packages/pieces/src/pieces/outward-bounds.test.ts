import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { describe, expect, it } from 'vitest';
import { failureOf, planOf, runAction } from '../../tests/run-action.ts';
import { findValue } from '../find-value.ts';
import { readHeaders } from '../headers.ts';
import { networkFailure } from '../network-failure.ts';
import type { PieceIo } from '../piece.ts';
import { readTimeZone } from '../time-zone.ts';

interface Answer {
  status?: number;
  type?: string;
  body?: string;
}
const ioOf = ({ status = 200, type = 'text/html', body = '' }: Answer): PieceIo => ({
  fetch: async () => new Response(body, { status, headers: { 'content-type': type } }),
  connect: () => Promise.reject(new Error('This piece opens no sockets.')),
});
const url = 'https://example.com/news';
const read = (answer: Answer, input: FieldValues = {}) =>
  runAction('http.read_page', { url, ...input }, { io: ioOf(answer) }) as Promise<Record<string, JsonValue>>;

describe('a page that is read', () => {
  it('has its title and the words on it', async () => {
    const body =
      '<html><head><TITLE lang="en">News &amp; more</TITLE></head><body><p>One</p><p>two</p></body></html>';
    expect(await read({ body })).toEqual({
      ...{ url, title: 'News & more', text: 'News & more One two', characters: 19, isComplete: true },
    });
    for (const open of ['<p>a</p>', '<title', '<title>a'])
      expect((await read({ body: open }))['title']).toBe('');
    expect((await read({ body: `<title>${'x'.repeat(600)}</title>` }))['title']).toHaveLength(500);
  });

  it('stays as it is when it is no markup', async () => {
    expect(await read({ type: 'text/plain', body: '<b> a' })).toMatchObject({ title: '', text: '<b> a' });
    expect(await read({ type: 'application/vnd.a+json', body: '{"a":1}' })).toMatchObject({
      text: '{"a":1}',
    });
    expect(await read({ type: '', body: 'a' })).toMatchObject({ title: '' });
    expect(await read({ type: 'application/xhtml+xml', body: '<p>a</p>' })).toMatchObject({ text: 'a' });
    for (const type of ['image/png', 'application/pdf; a=b'])
      expect(await failureOf(() => read({ type }))).toContain(
        `There is no page at this address, but ${type.split(';')[0]}.`,
      );
  });

  it('comes in parts, and says when it is complete', async () => {
    const body = 'x'.repeat(250);
    const part = async (input: FieldValues) => {
      const { text, characters, isComplete } = await read({ type: 'text/plain', body }, input);
      return [typeof text === 'string' ? text.length : text, characters, isComplete];
    };
    expect(await part({ maxCharacters: 250 })).toEqual([250, 250, true]);
    expect(await part({ maxCharacters: 249 })).toEqual([249, 250, false]);
    expect(await part({ maxCharacters: 100, from: 150 })).toEqual([100, 250, true]);
    expect(await part({ maxCharacters: 100, from: 149 })).toEqual([100, 250, false]);
    expect(await failureOf(() => part({ maxCharacters: 99 }))).toContain('must be at least 100');
    expect(await failureOf(() => part({ maxCharacters: 100_001 }))).toContain('must be at most 100000');
  });

  it.each([
    [399, 'no failure'],
    [400, 'pieces.refused'],
    [404, 'pieces.not_found'],
    [410, 'pieces.not_found'],
    [500, 'pieces.refused'],
  ])('with status %i is %s', async (status, expected) => {
    expect(await failureOf(() => read({ status, type: 'text/plain', body: 'why' }))).toContain(expected);
  });
});

describe('headers that a flow sets', () => {
  it('are those of the message, with names in lower case', () => {
    expect(readHeaders({ 'X-A': 'b', 'x-n': 5, 'X~': '\t\u00ff' })).toEqual({
      'x-a': 'b',
      'x-n': '5',
      'x~': '\t\u00ff',
    });
    expect(readHeaders({ [`x${'a'.repeat(99)}`]: 'x'.repeat(8000) })).toBeDefined();
  });

  it('are no other ones', async () => {
    for (const name of ['Host', 'content-length', 'Transfer-Encoding', 'Set-Cookie'])
      expect(await failureOf(() => readHeaders({ [name]: 'a' }, ['set-cookie'])), name).toContain(
        'cannot be set by a flow',
      );
    for (const name of ['', 'a b', 'a:', 'ä', 'x'.repeat(101)])
      expect(await failureOf(() => readHeaders({ [name]: 'a' })), name).toContain('is no name of a header');
    for (const value of ['a\r\nb', '\u007f', 'ā', 'x'.repeat(8001)])
      expect(await failureOf(() => readHeaders({ a: value })), value.slice(0, 5)).toContain('may not have');
  });
});

describe('a failure of the network', () => {
  const failure = (code: unknown) => {
    const found = networkFailure(Object.assign(new Error('x'), { code }), 'h');
    return found && `${found.code}${found.retryable ? ' retryable' : ''}`;
  };

  it('says what to do, and whether to try again', () => {
    expect(
      ['outbound.blocked', 'outbound.too_large', 'outbound.timeout', 'ETIMEDOUT', 'outbound.other'].map(
        failure,
      ),
    ).toEqual([
      ...['pieces.blocked', 'pieces.too_large', 'pieces.timeout retryable', 'pieces.timeout retryable'],
      'pieces.unreachable retryable',
    ]);
    for (const code of ['CERT_HAS_EXPIRED', 'SELF_SIGNED_CERT_IN_CHAIN', 'ERR_TLS_CERT_ALTNAME_INVALID'])
      expect(failure(code)).toBe('pieces.refused');
    for (const code of ['ECONNREFUSED', 'ENOTFOUND', 'EPIPE', 'EHOSTUNREACH'])
      expect(failure(code)).toBe('pieces.unreachable retryable');
    expect([
      failure('42P01'),
      failure(undefined),
      networkFailure('text', 'h'),
      networkFailure(null, 'h'),
    ]).toEqual([...[undefined, undefined, undefined, undefined]]);
  });
});

describe('a path and a time zone', () => {
  it('lead to a value of their own', () => {
    const value = { a: [{ b: 1 }], 'c ': 2, s: 'text' };
    expect(['a[0].b', 'a.0.b', '', 'a', 's'].map((path) => findValue(value, path))).toEqual([
      1,
      1,
      value,
      [{ b: 1 }],
      'text',
    ]);
    for (const path of ['a[1]', 'a.b', 's.length', 'toString', 'a[-1]'])
      expect(findValue(value, path), path).toBeUndefined();
    expect(readTimeZone({ timezone: ' europe/berlin ' })).toBe('Europe/Berlin');
    expect(readTimeZone({ other: 'UTC' }, { name: 'other' })).toBe('UTC');
  });

  it('are refused when there is none', async () => {
    for (const timezone of ['', 'Mars/Base'])
      expect(await failureOf(() => readTimeZone({ timezone }))).toContain(
        `There is no time zone “${timezone}”`,
      );
  });
});

describe('steps that wait', () => {
  it('sleep for the time in its unit, a year at most', async () => {
    const sleep = (seconds: JsonValue, unit?: string) =>
      planOf('delay.delay_for', { seconds, ...(unit === undefined ? {} : { unit }) });
    expect(sleep(1.5)).toEqual({ kind: 'sleep', ms: 1500 });
    expect(sleep(2, 'MINUTES')).toEqual({ kind: 'sleep', ms: 120_000 });
    expect(sleep(1, 'HOURS')).toEqual({ kind: 'sleep', ms: 3_600_000 });
    expect(sleep(365, 'DAYS')).toEqual({ kind: 'sleep', ms: 31_536_000_000 });
    expect(await failureOf(() => sleep(365.1, 'DAYS'))).toContain('365 days at most');
    expect(await failureOf(() => sleep(-1))).toContain('must be at least 0');
  });

  it('sleep until a date, a year ahead at most', async () => {
    const until = (at: string) => planOf('delay.delay_until', { at });
    expect(until('2020-03-31T09:30:00+02:00')).toEqual({
      kind: 'sleep-until',
      at: '2020-03-31T07:30:00.000Z',
    });
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    expect(until(inDays(364))).toMatchObject({ kind: 'sleep-until' });
    expect(await failureOf(() => until(inDays(366)))).toContain('365 days at most');
  });

  it('ask people once each, at addresses of mail', async () => {
    const ask = (to: JsonValue, more = {}) =>
      planOf('approval.wait_for_approval', { title: ' Pay? ', to, ...more });
    expect(ask([' ann@example.com ', 'ann@example.com', ' '], { timeoutHours: 0.5 })).toEqual({
      ...{ kind: 'approval', title: 'Pay?', message: '', to: ['ann@example.com'], timeoutMs: 1_800_000 },
    });
    expect(ask([])).not.toHaveProperty('timeoutMs');
    expect(await failureOf(() => ask(['ann']))).toContain('“ann” is no mail address');
    expect(await failureOf(() => ask(Array.from({ length: 21 }, (_, at) => `a${at}@example.com`)))).toContain(
      'at most 20',
    );
    expect(await failureOf(() => planOf('approval.wait_for_approval', { title: ' ' }))).toContain(
      'Please fill in',
    );
  });
});
