import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { restBetweenPieces } from './agents.ts';

const ends: (() => void)[] = [];

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }));
afterEach(() => {
  // All sockets share the timer of their rests.
  vi.runAllTimers();
  vi.useRealTimers();
  for (const end of ends.splice(0)) end();
});

/** Opens a connection whose far end the test writes. `pieces` are the reads of the near end. */
const openPair = async () => {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const near = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [far] = await accepted;
  far.setNoDelay(true);
  ends.push(() => {
    near.destroy();
    far.destroy();
    server.close();
  });
  restBetweenPieces(near);
  const pieces: string[] = [];
  near.on('readable', () => {
    for (let piece = near.read() as Buffer | null; piece !== null; piece = near.read() as Buffer | null)
      pieces.push(piece.toString());
  });
  return { near, far, pieces };
};

const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await nextTurn();
};

/** Sends each piece once the one before it was read. */
const sendInTurn = async ({ far, pieces }: Awaited<ReturnType<typeof openPair>>, sent: readonly string[]) => {
  for (const piece of sent) {
    const seen = pieces.length;
    far.write(piece);
    await until(() => pieces.length > seen);
  }
};

/** Sends pieces one by one, and resolves when they have left and the near end has had time to read them. */
const sendUnread = async ({ far }: Awaited<ReturnType<typeof openPair>>, sent: readonly string[]) => {
  for (const piece of sent) await new Promise<void>((resolve) => far.write(piece, () => resolve()));
  for (let turn = 0; turn < 50; turn += 1) await nextTurn();
};

describe('a socket that rests between pieces', () => {
  it('reads the first pieces as they come, and then as one what came during a rest', async () => {
    const pair = await openPair();
    await sendInTurn(pair, ['a', 'b', 'c', 'd']);
    await sendUnread(pair, ['e', 'f', 'g']);
    expect(pair.pieces).toEqual(['a', 'b', 'c', 'd']);
    vi.advanceTimersByTime(40);
    await until(() => pair.pieces.length > 4);
    expect(pair.pieces).toEqual(['a', 'b', 'c', 'd', 'efg']);
  });

  it('never rests while pauses are longer than a rest', async () => {
    const pair = await openPair();
    for (const piece of ['a', 'b', 'c', 'd', 'e', 'f']) {
      await sendInTurn(pair, [piece]);
      vi.advanceTimersByTime(50);
    }
    expect(pair.pieces).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });

  it('ends its rest when something is sent, because the next piece answers it', async () => {
    const pair = await openPair();
    await sendInTurn(pair, ['a', 'b', 'c', 'd']);
    pair.near.write('question');
    await sendInTurn(pair, ['answer']);
    expect(pair.pieces.at(-1)).toBe('answer');
  });

  it('never rests while much arrives', async () => {
    const pair = await openPair();
    const large = 'x'.repeat(1024 * 1024);
    let length = 0;
    pair.far.write(large);
    await until(() => {
      length = pair.pieces.join('').length;
      return length === large.length;
    });
    expect(length).toBe(large.length);
  });

  it('hears after its rest that the other end has closed', async () => {
    const pair = await openPair();
    await sendInTurn(pair, ['a', 'b', 'c', 'd']);
    await sendUnread(pair, ['e']);
    pair.far.end();
    let hasEnded = false;
    pair.near.once('end', () => {
      hasEnded = true;
    });
    await until(() => {
      vi.advanceTimersByTime(40);
      return hasEnded;
    });
    expect(pair.pieces.join('')).toBe('abcde');
  });
});
