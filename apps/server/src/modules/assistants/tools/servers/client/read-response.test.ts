import { describe, expect, it } from 'vitest';
import { MessageError, readResponse } from './read-response.ts';

const stream = (chunks: readonly string[]): ReadableStream<Uint8Array<ArrayBuffer>> =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });

const headers = { 'content-type': 'text/event-stream; charset=utf-8' };
const upper = async (text: string) => ({ text: text.toUpperCase() });

describe('the messages of a server', () => {
  it.each([
    ['in one piece', 1000],
    ['letter by letter', 1],
    ['in pieces that divide ends', 5],
  ])('are read one by one from a stream that comes %s', async (_how, length) => {
    const sent = ': hello\n\nevent: message\r\nid: 1\r\ndata: {"a":\r\ndata: 1}\r\n\r\ndata: b\r\rdata: cut';
    const chunks = sent
      .match(/[^]{1,1000}/g)
      ?.flatMap((part) =>
        Array.from({ length: Math.ceil(part.length / length) }, (_each, at) =>
          part.slice(at * length, (at + 1) * length),
        ),
      );
    const response = await readResponse(new Response(stream(chunks ?? []), { headers }), upper);
    expect(await response.text()).toBe(
      ': hello\n\nevent: message\nid: 1\ndata: {"A":\n1}\n\ndata: B\n\ndata: cut',
    );
  });

  it('come in time that grows with their length, also in small pieces', async () => {
    const chunks = ['data: ', ...Array.from({ length: 4000 }, () => 'x'.repeat(1000)), '\n\n'];
    const read = async () => {
      const response = await readResponse(new Response(stream(chunks), { headers }), upper);
      return (await response.text()).length;
    };
    expect(await read()).toBe(4_000_008);
    await expect(read).toCostAtMost(1500);
  });

  it('are refused with the reason when they are too large', async () => {
    const refuse = async () => ({ problem: 'It sent too much.' });
    const json = new Response('{}', { headers: { 'content-type': 'application/json' } });
    await expect(readResponse(json, refuse)).rejects.toThrow(new MessageError('It sent too much.'));
    const events = await readResponse(new Response(stream(['data: 1\n\n']), { headers }), refuse);
    await expect(events.text()).rejects.toThrow(new MessageError('It sent too much.'));
  });
});
