import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog, joinLines, waitMs } from './log.ts';

describe('lines of the log', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const open = () => {
    const writes: string[] = [];
    const lines = joinLines({ write: (text) => void writes.push(text) });
    const log = createLog({ level: 'info', pretty: false, destination: lines });
    const messages = () =>
      writes.map((text) =>
        text
          .trim()
          .split('\n')
          .map((line) => (JSON.parse(line) as { msg: string }).msg),
      );
    return { log, lines, messages };
  };

  it('are written together after a short time', () => {
    const { log, messages } = open();
    log.info('one');
    log.info('two');
    expect(messages()).toEqual([]);
    vi.advanceTimersByTime(waitMs);
    expect(messages()).toEqual([['one', 'two']]);
    vi.advanceTimersByTime(10 * waitMs);
    expect(messages()).toHaveLength(1);
  });

  it('are written at once with a warning or a failure, in their order', () => {
    const { log, messages } = open();
    log.info('one');
    log.error('two');
    expect(messages()).toEqual([['one', 'two']]);
    log.warn('three');
    expect(messages()).toEqual([['one', 'two'], ['three']]);
  });

  it('are written when many wait, and when the process ends', () => {
    const { log, lines, messages } = open();
    log.info('x'.repeat(20_000));
    expect(messages()).toHaveLength(1);
    log.info('last');
    lines.flush();
    expect(messages().at(-1)).toEqual(['last']);
  });
});
