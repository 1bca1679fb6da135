import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { describe, expect, it } from 'vitest';
import { poll } from '../../../tests/poll.ts';
import { failureOf } from '../../../tests/run-action.ts';
import type { PieceIo } from '../../piece.ts';
import { textOfPage } from '../../text-of-page.ts';

/** Answers with the body, and records what was asked. */
const site = (body: () => string, type = 'application/json') => {
  const asked: string[] = [];
  const io: PieceIo = {
    fetch: (url, init) => {
      asked.push(`${init?.method} ${String(url)} ${new Headers(init?.headers).get('x-team') ?? ''}`);
      return Promise.resolve(new Response(body(), { headers: { 'content-type': type } }));
    },
    connect: () => Promise.reject(new Error('This trigger opens no sockets.')),
  };
  return { asked, io };
};

const url = 'https://shop.example.com/orders';

describe('the trigger for new entries of a list', () => {
  const ask = (answer: JsonValue, input: Record<string, JsonValue> = {}) =>
    poll(
      'http.new_items',
      { url, ...input },
      site(() => JSON.stringify(answer)),
    );

  it('names each entry by its id', async () => {
    const { io, asked } = site(() => '{"data":{"orders":[{"key":{"n":7}},{"key":{"n":"x"}}]}}');
    const input = { url, headers: { 'X-Team': 'a' }, itemsPath: 'data.orders', idPath: 'key.n' };
    const { events } = await poll('http.new_items', input, { io });
    expect(events).toEqual([
      { id: '7', value: { key: { n: 7 } } },
      { id: 'x', value: { key: { n: 'x' } } },
    ]);
    expect(asked).toEqual([`GET ${url} a`]);
  });

  it('names entries without an id by all that they contain', async () => {
    const ids = async (list: JsonValue[]) => (await ask(list, { idPath: '' })).events.map(({ id }) => id);
    const [one, two, three] = await ids([{ a: 1 }, { a: 2 }, { a: 1 }]);
    expect(one).toBe(three);
    expect(one).not.toBe(two);
  });

  it('says what is wrong with the answer and its paths', async () => {
    expect(await failureOf(() => ask({ a: [] }))).toContain('The answer is not a list in JSON');
    expect(await failureOf(() => ask({ a: [] }, { itemsPath: 'b' }))).toContain('There is no list at “b”');
    expect(await failureOf(() => ask([{ a: 1 }]))).toContain('no value at “id”');
    expect(await failureOf(() => ask([], { everyMinutes: 0.5 }))).toContain('pieces.invalid_input');
  });
});

describe('the trigger for the change of a page', () => {
  it('reports a different text, also when the page returns to an earlier one', async () => {
    let price = 19;
    const { io } = site(
      () => `<p>The plan costs <b>${price}</b> euros.<script>${Math.random()}</script>`,
      'text/html',
    );
    const look = (state: JsonValue) => poll('http.page_changed', { url }, { io, state });
    const first = await look(null);
    expect((await look(first.state)).events).toEqual([]);
    price = 20;
    const second = await look(first.state);
    expect(second.events[0]?.value).toEqual({
      url,
      text: 'The plan costs 20 euros.',
      before: 'The plan costs 19 euros.',
    });
    price = 19;
    const third = await look(second.state);
    expect(third.events[0]?.value).toMatchObject({ text: 'The plan costs 19 euros.' });
    expect(new Set([first, second, third].map(({ events }) => events[0]?.id)).size).toBe(3);
  });
});

describe('the text of a page', () => {
  it('is what can be read on it', () => {
    const page =
      '<!doctype html><title>Prices</title><style>p{}</style><!-- a <b> --><p>Up&nbsp;to 3 < 4 &amp; more<br>now</p><SCRIPT>x</SCRIPT >end<unclosed';
    expect(textOfPage(page)).toBe('Prices Up to 3 < 4 & more now end');
    expect(textOfPage('{"a": "<b>"}')).toBe('{"a": " "}');
  });

  it('is found in time for pages that only begin tags', () => {
    const started = performance.now();
    textOfPage('<a'.repeat(500_000));
    textOfPage('<script>'.repeat(200_000));
    textOfPage('<'.repeat(1_000_000));
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
