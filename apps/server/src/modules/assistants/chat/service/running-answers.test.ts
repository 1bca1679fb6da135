import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createLog, silentLog } from '../../../../kernel/log/log.ts';
import type { AnswerEvent, Written } from './outcome.ts';
import {
  createRunningAnswers,
  type ReadEvent,
  type RunningAnswer,
  type Stopping,
  wasStoppedByReader,
} from './running-answers.ts';

const usage = { inputTokens: 1, outputTokens: 1, credits: 0 };

/** Writes a word every few milliseconds until it is stopped. */
const endless = (queryId: string) =>
  async function* ({ signal }: Stopping, written: Written): AsyncIterable<AnswerEvent> {
    yield { type: 'start', queryId, conversationId: 'cnv_1' };
    while (!signal.aborted) {
      written.answer.add('word ');
      yield { type: 'token', text: 'word ' };
      await sleep(2);
    }
    yield { type: 'done', status: 'STOPPED', usage, restFollows: false };
  };

const start = () => ({ text: 0, citations: 0 });

/** Reads until the first text has arrived, then leaves. */
const readAndLeave = async (answer: RunningAnswer): Promise<void> => {
  for await (const event of answer.read(start(), new AbortController().signal))
    if (event.type === 'token') return;
};

const readToEnd = async (answer: RunningAnswer): Promise<ReadEvent[]> => {
  const events: ReadEvent[] = [];
  for await (const event of answer.read(start(), new AbortController().signal)) events.push(event);
  return events;
};

const create = (limits: { unreadMs?: number; mostUnread?: number }) =>
  createRunningAnswers({ log: silentLog(), unreadMs: 60_000, mostUnread: 10, ...limits });

describe('an answer that nobody reads', () => {
  it('ends after a while, unless a reader comes back', async () => {
    const answers = create({ unreadMs: 30 });
    const left = await answers.begin(endless('left'));
    const read = await answers.begin(endless('read'));
    const leaving = new AbortController();
    const reading = (async () => {
      for await (const event of read.read(start(), leaving.signal)) expect(event.type).not.toBe('done');
    })();
    await readAndLeave(left);
    expect(answers.find('left')).toBe(left);
    await sleep(300);
    expect(answers.find('left')).toBeUndefined();
    expect(answers.find('read')).toBe(read);
    leaving.abort();
    await reading;
    await sleep(300);
    expect(answers.find('read')).toBeUndefined();
  });

  it('goes on while a reader who came back in time reads it', async () => {
    const answers = create({ unreadMs: 60 });
    const answer = await answers.begin(endless('back'));
    await readAndLeave(answer);
    const leaving = new AbortController();
    const reading = (async () => {
      for await (const { type } of answer.read(start(), leaving.signal)) expect(type).not.toBe('done');
    })();
    await sleep(250);
    expect(answers.find('back')).toBe(answer);
    leaving.abort();
    await reading;
    await answers.close();
  });

  it('is written to the log when it fails, unless somebody reads of the failure', async () => {
    const lines: string[] = [];
    const log = createLog({ level: 'warn', destination: { write: (line: string) => lines.push(line) } });
    const answers = createRunningAnswers({ log, unreadMs: 60_000, mostUnread: 10 });
    const failing = async function* (): AsyncIterable<AnswerEvent> {
      yield { type: 'start', queryId: 'failing', conversationId: 'cnv_1' };
      await sleep(20);
      throw new Error('the model went away');
    };
    await expect(readToEnd(await answers.begin(failing))).rejects.toThrow('the model went away');
    expect(lines).toEqual([]);
    await answers.begin(failing);
    await expect.poll(() => lines).toHaveLength(1);
    expect(lines[0]).toContain('an answer that nobody read failed');
    expect(answers.find('failing')).toBeUndefined();
  });

  it('ends when too many others were left after it', async () => {
    const answers = create({ mostUnread: 2 });
    for (const id of ['first', 'second', 'third']) await readAndLeave(await answers.begin(endless(id)));
    await sleep(100);
    expect(['first', 'second', 'third'].map((id) => answers.find(id) !== undefined)).toEqual([
      false,
      true,
      true,
    ]);
    await answers.close();
    expect(answers.find('second')).toBeUndefined();
  });
});

it('gives a slow reader everything that was written meanwhile as one text', async () => {
  const answers = create({});
  const answer = await answers.begin(endless('slow'));
  await sleep(50);
  answer.stop();
  const events = await readToEnd(answer);
  expect(events.map(({ type }) => type)).toEqual(['start', 'token', 'done']);
});

it('gives the failure of an answer to each of its readers, after the text', async () => {
  const answers = create({});
  const answer = await answers.begin(async function* (_, written) {
    yield { type: 'start', queryId: 'failing', conversationId: 'cnv_1' };
    written.answer.add('Half');
    yield { type: 'token', text: 'Half' };
    throw new Error('the model went away');
  });
  const read = async () => {
    let text = '';
    for await (const event of answer.read(start(), new AbortController().signal))
      if (event.type === 'token') text += event.text;
      else if (event.type === 'done') return 'done';
    return text;
  };
  await expect(read()).rejects.toThrow('the model went away');
  await expect(read()).rejects.toThrow('the model went away');
});

it('shows its readers that it waits behind others, and that it goes on', async () => {
  const gate = Promise.withResolvers<void>();
  const answer = await create({}).begin(async function* ({ onWaits }) {
    yield { type: 'start', queryId: 'waiting', conversationId: 'cnv_1' };
    onWaits?.(true);
    await gate.promise;
    onWaits?.(false);
    yield { type: 'done', status: 'COMPLETED', usage, restFollows: false };
  });
  const reading = readToEnd(answer);
  await sleep(20);
  gate.resolve();
  expect(await reading).toMatchObject([
    { type: 'start', queryId: 'waiting' },
    { type: 'waits', waits: true },
    { type: 'waits', waits: false },
    { type: 'done', status: 'COMPLETED' },
  ]);
});

it('knows whether its reader or somebody else stopped it', async () => {
  const answers = create({});
  const signals: AbortSignal[] = [];
  const begin = (id: string) =>
    answers.begin((stopping, written) => {
      signals.push(stopping.signal);
      return endless(id)(stopping, written);
    });
  (await begin('by its reader')).stopForReader();
  (await begin('by the server')).stop();
  expect(signals.map((signal) => [signal.aborted, wasStoppedByReader(signal)])).toEqual([
    [true, true],
    [true, false],
  ]);
});

it.each<[string, AnswerEvent[]]>([
  ['nothing', []],
  ['a text', [{ type: 'token', text: 'Text' }]],
])('is refused when it begins with %s', async (_what, events) => {
  const begun = create({}).begin(async function* () {
    yield* events;
  });
  await expect(begun).rejects.toThrow('An answer begins with its id.');
});

describe('a server that stops', () => {
  it('lets an answer end that is nearly done, stops the others, and waits until their readers know', async () => {
    const answers = create({});
    const short = async function* ({ signal }: Stopping): AsyncIterable<AnswerEvent> {
      yield { type: 'start', queryId: 'short', conversationId: 'cnv_1' };
      await sleep(100);
      const status = signal.aborted ? 'STOPPED' : 'COMPLETED';
      yield { type: 'done', status, usage, restFollows: false };
    };
    const running = [await answers.begin(short), await answers.begin(endless('long'))];
    const ends: (ReadEvent | undefined)[] = [];
    for (const answer of running) void readToEnd(answer).then((events) => ends.push(events.at(-1)));
    await answers.finish();
    expect(ends).toMatchObject([
      { type: 'done', status: 'COMPLETED' },
      { type: 'done', status: 'STOPPED' },
    ]);
  });

  it('does not wait for a reader that takes nothing', async () => {
    const answers = create({});
    const answer = await answers.begin(endless('slow'));
    const reading = answer.read(start(), new AbortController().signal)[Symbol.asyncIterator]();
    await reading.next();
    await answers.finish();
    expect(answers.find('slow')).toBeUndefined();
    expect(answer.hasReaders).toBe(true);
    await reading.return?.();
    expect(answer.hasReaders).toBe(false);
  });

  it('stops at once where nothing is written', async () => {
    const began = performance.now();
    await create({}).finish();
    expect(performance.now() - began).toBeLessThan(500);
  });
});
