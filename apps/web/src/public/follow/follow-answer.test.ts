import { describe, expect, it } from 'vitest';
import { ApiError } from '../../lib/server/api-error.ts';
import type { ConversationEvent } from '../model/conversation.ts';
import { brokenOff, followAnswer, followRest, type Place } from './follow-answer.ts';

type Sent = [event: string, data: unknown];

type Find = Parameters<typeof followAnswer>[0]['find'];

/** Follows an answer whose streams bring these events; a stream that ends with 'cut' fails. Returns also where each stream began. */
const follow = (...streams: (Sent | 'cut')[][]) => followWith(undefined, ...streams);
const followWith = async (find: Find, ...streams: (Sent | 'cut')[][]) => {
  const seen: ConversationEvent[] = [];
  const started: string[] = [];
  const places: (Place | undefined)[] = [];
  const controller = new AbortController();
  const open = async function* (place: Place | undefined) {
    places.push(place && { ...place });
    const events = streams.shift();
    if (!events) controller.abort();
    for (const sent of events ?? []) {
      if (sent === 'cut') throw new ApiError({ code: 'x', message: 'No network', status: 0 });
      yield { event: sent[0], data: sent[1] };
    }
  };
  await followAnswer({
    open,
    ...(find ? { find } : {}),
    key: 'a',
    dispatch: (event) => seen.push(event),
    onStart: (id) => started.push(id),
    signal: controller.signal,
  });
  return { seen, started, places };
};

const start: Sent = ['start', { queryId: 'qry_1', conversationId: 'cnv_1' }];
const done: Sent = ['done', { status: 'COMPLETED' }];

describe('the rest of an answer that had ended for now', () => {
  const rest = async (...streams: ('cut' | 'gone' | Sent)[][]) => {
    const seen: ConversationEvent[] = [];
    const places: Place[] = [];
    await followRest({
      open: async function* (place) {
        places.push({ ...place });
        for (const sent of streams.shift() ?? []) {
          if (sent === 'cut' || sent === 'gone')
            throw new ApiError({ code: 'x', message: 'No', status: sent === 'cut' ? 0 : 404 });
          yield { event: sent[0], data: sent[1] };
        }
      },
      place: { queryId: 'qry_1', text: 10, citations: 0 },
      key: 'a',
      dispatch: (event) => seen.push(event),
      onStart: () => undefined,
      signal: new AbortController().signal,
    });
    return { seen, places };
  };

  it('is waited for through lost streams, and until nothing more follows', async () => {
    const { seen, places } = await rest(
      [start, 'cut'],
      [start, ['token', { text: 'More' }], ['done', { status: 'COMPLETED', restFollows: true }]],
      [start, ['token', { text: '.' }], done],
    );
    expect(places.map(({ text }) => text)).toEqual([10, 10, 14]);
    expect(seen.map((event) => (event.type === 'ended' ? event.restFollows : event.type))).toEqual([
      'text',
      true,
      'text',
      false,
    ]);
  });

  it('is not waited for when the server refuses', async () => {
    expect((await rest(['gone'])).places).toHaveLength(1);
  });
});

describe('the events of an answer', () => {
  it('become changes of its turn, and name the conversation', { tags: ['CHAT-07', 'CHAT-14'] }, async () => {
    const { seen, started } = await follow([
      start,
      ['token', { text: 'Yes.' }],
      ['citation', { index: 1 }],
      done,
    ]);
    expect(started).toEqual(['cnv_1']);
    expect(seen.map((event) => event.type)).toEqual(['started', 'text', 'cited', 'ended']);
    expect(seen.at(-1)).toEqual({ type: 'ended', key: 'a', status: 'COMPLETED', restFollows: false });
  });

  it('say while the answer waits behind others', async () => {
    const waits = (now: boolean): [string, object] => ['waits', { waits: now }];
    const { seen } = await follow([start, waits(true), waits(false), ['token', { text: 'Yes.' }], done]);
    expect(seen.slice(1, 3)).toEqual([
      { type: 'waited', key: 'a', waits: true },
      { type: 'waited', key: 'a', waits: false },
    ]);
  });

  it('end with the sentence of the server when it failed', async () => {
    const { seen } = await follow([start, ['error', { message: 'The model took too long to answer.' }]]);
    expect(seen.at(-1)).toMatchObject({ status: 'FAILED', error: 'The model took too long to answer.' });
  });

  it('continue in another stream from the place where one was lost', async () => {
    const { seen, places, started } = await follow(
      [start, ['citation', { index: 1 }], ['token', { text: 'Half' }], 'cut'],
      [start, ['token', { text: ' and' }]],
      [start, ['token', { text: ' half.' }], done],
    );
    expect(places).toEqual([
      undefined,
      { queryId: 'qry_1', text: 4, citations: 1 },
      { queryId: 'qry_1', text: 8, citations: 1 },
    ]);
    expect(started).toEqual(['cnv_1']);
    expect(seen.map((event) => (event.type === 'text' ? event.text : event.type))).toEqual([
      'started',
      'cited',
      'Half',
      ' and',
      ' half.',
      'ended',
    ]);
  });

  it('end as failed when the connection breaks before the answer has an id', async () => {
    const { seen } = await follow([]);
    expect(seen).toEqual([{ type: 'ended', key: 'a', status: 'FAILED', error: brokenOff }]);
  });

  it('are looked for when the connection was lost before the first one, and the question is not asked again', async () => {
    const asked: string[] = [];
    const find = () => {
      asked.push('find');
      if (asked.length === 1)
        return Promise.reject(new ApiError({ code: 'x', message: 'No network', status: 0 }));
      return Promise.resolve(asked.length === 2 ? undefined : { queryId: 'qry_1', conversationId: 'cnv_1' });
    };
    const { seen, places, started } = await followWith(
      find,
      ['cut'],
      [start, ['token', { text: 'All' }], done],
    );
    expect(asked).toHaveLength(3);
    expect(started).toEqual(['cnv_1']);
    expect(places).toEqual([undefined, { queryId: 'qry_1', text: 0, citations: 0 }]);
    expect(seen.map((event) => event.type)).toEqual(['started', 'text', 'ended']);
  });

  it('are asked for again when the question did not arrive, also while a gateway answers for the server', async () => {
    let looks = 0;
    const find = () => {
      looks += 1;
      if (looks > 1) return Promise.resolve(undefined);
      return Promise.reject(new ApiError({ code: 'server.unreadable', message: 'Bad Gateway', status: 502 }));
    };
    const { seen, places } = await followWith(find, ['cut'], [start, ['token', { text: 'Yes.' }], done]);
    expect(looks).toBe(3);
    expect(places).toEqual([undefined, undefined]);
    expect(seen.map((event) => event.type)).toEqual(['started', 'text', 'ended']);
  });

  it('end as failed when nobody can know whether the question arrived', async () => {
    const gone = new ApiError({ code: 'chat.not_found', message: 'Gone', status: 404 });
    const { seen } = await followWith(() => Promise.reject(gone), ['cut']);
    expect(seen).toEqual([{ type: 'ended', key: 'a', status: 'FAILED', error: brokenOff }]);
  });

  it('may be of a kind that this page does not know', async () => {
    const { seen } = await follow([start, ['weather', {}], done]);
    expect(seen.map((event) => event.type)).toEqual(['started', 'ended']);
  });
});
