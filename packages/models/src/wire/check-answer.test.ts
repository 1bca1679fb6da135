import { describe, expect, it } from 'vitest';
import { parseList, withCheckedAnswers, withCheckedLists } from './check-answer.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** A client whose answer arrives in these pieces. */
const answering = (type: string, pieces: readonly Uint8Array[]) => () =>
  Promise.resolve(
    new Response(
      new ReadableStream({
        start(controller) {
          for (const piece of pieces) controller.enqueue(piece);
          controller.close();
        },
      }),
      { status: 203, headers: { 'content-type': type, 'x-kept': 'yes' } },
    ),
  );

const refused = 'The provider sent a reply that cannot be read.';
const deep = '['.repeat(20_000);
const numbers = `[${'0.25,'.repeat(20_000)}1]`;

describe('answers that a package parses', () => {
  it.each([
    ['json', 'application/json'],
    ['of no type', ''],
    ['html', 'text/html'],
  ])('are refused before they end, %s', async (_what, type) => {
    const response = await withCheckedAnswers(answering(type, [bytes(deep)]))('https://model.test/');
    await expect(response.text()).rejects.toThrow(refused);
  });

  it('arrive as they were sent, with their status and headers', async () => {
    const json = JSON.stringify({ text: 'ä'.repeat(20_000) });
    const sent = bytes(json);
    const pieces = [sent.subarray(0, 9), sent.subarray(9, 20_002), sent.subarray(20_002)];
    const response = await withCheckedAnswers(answering('application/json', pieces))('https://model.test/');
    expect(response.status).toBe(203);
    expect(response.headers.get('x-kept')).toBe('yes');
    expect(await response.text()).toBe(json);
  });

  it('are lists where the caller expects lists', async () => {
    const answer = answering('application/json', [bytes(numbers)]);
    const response = await withCheckedLists(answer)('https://model.test/');
    expect(await response.json()).toHaveLength(20_001);
    await expect((await withCheckedAnswers(answer)('https://model.test/')).text()).rejects.toThrow(refused);
  });
});

describe('the events of a stream', () => {
  const event = (content: string) => `data: {"choices":[{"delta":{"content":"${content}"}}]}`;
  const read = async (text: string, cut = text.length) => {
    const sent = bytes(text);
    const pieces: Uint8Array[] = [];
    for (let at = 0; at < sent.length; at += cut) pieces.push(sent.subarray(at, at + cut));
    const fetch = withCheckedAnswers(answering('text/event-stream; charset=utf-8', pieces));
    return (await fetch('https://model.test/')).text();
  };

  it.each([
    ['\n\n', 1],
    ['\r\n\r\n', 3],
    ['\n\n', 60_000],
  ])('count one by one, however they end (%j) and are cut', async (end, cut) => {
    const text = `${event('Hello, [world]: {}')}${end}`.repeat(2000);
    expect(await read(text, cut)).toBe(text);
  });

  it('may have long texts', async () => {
    const text = `${event(`${'a,b'.repeat(20_000)}`)}\n\n`;
    expect(await read(text)).toBe(text);
  });

  it.each([
    ['first', `data: ${deep}\n\n`],
    ['later', `${event('Hello')}\n\ndata: ${deep}\n\n${event('Hello')}\n\n`],
    ['without an end', `${event('Hello')}\n\ndata: ${deep}`],
    ['over several lines', `data: [${'\ndata: 1,'.repeat(12_000)}\ndata: 1]\n\n`],
  ])('are refused when one would take long to parse: %s', async (_what, text) => {
    await expect(read(text)).rejects.toThrow(refused);
  });

  it('are refused when one does not end', async () => {
    await expect(read(`data: "${'x'.repeat(16_000_000)}`, 65_536)).rejects.toThrow(refused);
  });
});

describe('a list of a provider', () => {
  it('may have the vectors of 96 texts, and nothing like a million objects', () => {
    const vector = `{"embedding":[${Array(4096).fill('0.25').join(',')}]}`;
    expect(parseList(`[${Array(96).fill(vector).join(',')}]`)).toHaveLength(96);
    expect(() => parseList(`[${'{},'.repeat(400_000)}1]`)).toThrow(refused);
    expect(() => parseList(`[${'{"a":1},'.repeat(60_001)}1]`)).toThrow(refused);
  });

  it('is nothing when it is no JSON', () => {
    expect(parseList('<html>')).toBeUndefined();
  });
});
