import { afterEach, describe, expect, it, vi } from 'vitest';
import { readBeginning } from './read-beginning.ts';

afterEach(() => void vi.useRealTimers());

const isText = (event: string): boolean => event !== 'start';

async function* events(...given: (string | Error | Promise<string>)[]): AsyncGenerator<string> {
  for (const each of given) {
    if (each instanceof Error) throw each;
    yield await each;
  }
}

const read = async (begun: Promise<AsyncGenerator<string>>): Promise<string[]> => {
  const all: string[] = [];
  for await (const event of await begun) all.push(event);
  return all;
};

describe('the beginning of a stream', () => {
  it('throws a failure that comes before anything is shown', async () => {
    const begun = readBeginning(events('start', new Error('busy'), 'never'), isText);
    await expect(begun).rejects.toThrow('busy');
  });

  it('leaves a later failure to the stream, after all that came before', async () => {
    const begun = await readBeginning(events('start', 'one', 'two', new Error('broken')), isText);
    expect([(await begun.next()).value, (await begun.next()).value, (await begun.next()).value]).toEqual([
      ...['start', 'one', 'two'],
    ]);
    await expect(begun.next()).rejects.toThrow('broken');
  });

  it('has all events of a stream that shows nothing', async () => {
    expect(await read(readBeginning(events('start'), isText))).toEqual(['start']);
  });

  it('is not awaited for longer than 45 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const late = Promise.withResolvers<string>();
    let isBegun = false;
    const begun = readBeginning(events('start', late.promise), isText).then((stream) => {
      isBegun = true;
      return stream;
    });
    await vi.advanceTimersByTimeAsync(44_900);
    expect(isBegun).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    expect(isBegun).toBe(true);
    late.resolve('text');
    expect(await read(begun)).toEqual(['start', 'text']);
  });
});
