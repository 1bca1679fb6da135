import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type LoopbackServer, startLoopbackServer } from '../../../tests/loopback-server.ts';
import { readEvents, type StreamEvent, streamFetch, subscribe, waitBefore } from './event-stream.ts';
import { onSessionEnd } from './http.ts';

const streamOf = (...chunks: Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });

const collect = async (events: AsyncIterable<StreamEvent>) => {
  const all: StreamEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
};

describe('reading server-sent events', () => {
  const bytes = new TextEncoder().encode(
    ': hello\n\nevent: token\ndata: {"text":"Käse"}\n\nid: 7\r\ndata: one\r\ndata: two\r\n\r\n',
  );
  const expected = [
    { event: 'token', data: { text: 'Käse' }, id: undefined },
    { event: 'message', data: 'one\ntwo', id: '7' },
  ];

  it('gives names, ids and parsed data, and skips comments', async () => {
    expect(await collect(readEvents(streamOf(bytes)))).toEqual(expected);
  });

  it('keeps all digits of long numbers', async () => {
    const given = '{"id":7615917337495251231,"amount":1432.0531571421431500,"near":0.1}';
    const [event] = await collect(readEvents(streamOf(new TextEncoder().encode(`data: ${given}\n\n`))));
    expect(JSON.stringify(event?.data)).toBe(given);
  });

  it('drops an event that the end of the stream cuts off', async () => {
    const cut = new TextEncoder().encode('data: whole\n\ndata: half');
    expect(await collect(readEvents(streamOf(cut)))).toEqual([
      { event: 'message', data: 'whole', id: undefined },
    ]);
  });

  it('does not care where the bytes are cut', async () => {
    for (let at = 1; at < bytes.length; at++) {
      expect(await collect(readEvents(streamOf(bytes.slice(0, at), bytes.slice(at))))).toEqual(expected);
    }
  });
});

describe('with a server', () => {
  let server: LoopbackServer;
  beforeAll(async () => {
    server = await startLoopbackServer();
  });
  afterAll(() => server.stop());

  it('streams the answer of a POST', async () => {
    server.answerWith((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end('event: token\ndata: {"text":"Hi"}\n\nevent: done\ndata: {}\n\n');
    });
    const events = await collect(
      streamFetch('/api/content/query', { query: 'x' }, new AbortController().signal),
    );
    expect(events.map(({ event }) => event)).toEqual(['token', 'done']);
    expect(server.seen.at(-1)).toMatchObject({ method: 'POST', body: '{"query":"x"}' });
  });

  it('rejects with the envelope when the stream is refused', async () => {
    server.answerEnvelope({
      success: false,
      responseCode: 429,
      responseData: null,
      code: 'x.y',
      message: 'Wait.',
    });
    const stream = streamFetch('/api/content/query', {}, new AbortController().signal);
    await expect(collect(stream)).rejects.toMatchObject({ code: 'x.y', message: 'Wait.', status: 429 });
  });

  it('rejects a 401 without a word', { tags: ['ERROR-12'] }, async () => {
    server.answerEnvelope({
      success: false,
      responseCode: 401,
      responseData: null,
      code: 'chat.private_app',
      message: 'Not you.',
    });
    const stream = streamFetch('/api/content/query', {}, new AbortController().signal);
    await expect(collect(stream)).rejects.toMatchObject({
      message: '',
      status: 401,
      code: 'chat.private_app',
      body: undefined,
    });
  });

  it('connects again after the stream ends, with the last event id', async () => {
    const before = server.seen.length;
    server.answerWith((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end('id: 41\nevent: import\ndata: {}\n\n');
    });
    const events: StreamEvent[] = [];
    const opened: boolean[] = [];
    const stop = subscribe('/api/import/events', {
      onEvent: (event) => events.push(event),
      onOpen: (isReconnect) => opened.push(isReconnect),
    });
    await vi.waitFor(() => expect(events.length).toBeGreaterThan(1), { timeout: 10_000 });
    stop();
    expect(opened.slice(0, 2)).toEqual([false, true]);
    expect(server.seen[before]?.headers).not.toHaveProperty('last-event-id');
    expect(server.seen[before + 1]?.headers).toHaveProperty('last-event-id', '41');
  });

  it('gives up permanently, and ends the session, on a 401', { tags: ['SESSION-19'] }, async () => {
    server.answerEnvelope({
      success: false,
      responseCode: 401,
      responseData: null,
      code: 'auth.unauthenticated',
    });
    const ended = vi.fn<(value?: unknown) => void>();
    const refused = vi.fn<(value?: unknown) => void>();
    const stopListening = onSessionEnd(ended);
    const stop = subscribe('/api/import/events', { onEvent: () => undefined, onRefused: refused });
    await vi.waitFor(() => expect(refused).toHaveBeenCalledOnce());
    expect(ended).toHaveBeenCalledOnce();
    stop();
    stopListening();
  });
});

describe('the pause before connecting again', () => {
  it('doubles up to half a minute and is never exactly the same for everybody', () => {
    expect([0, 1, 2, 3, 9].map((attempt) => waitBefore(attempt, 1))).toEqual([
      1000, 2000, 4000, 8000, 30_000,
    ]);
    expect(waitBefore(2, 0)).toBe(2000);
  });
});
