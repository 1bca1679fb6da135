import { WorkAccount } from '@atelier/turns';
import { describe, expect, it } from 'vitest';
import { DocumentPlaces } from './document-places.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Takes places and records the order in which they were given. */
const at = (size: number, account?: WorkAccount) => {
  const places = new DocumentPlaces(size, account);
  const order: string[] = [];
  const leave: (() => void)[] = [];
  const want = async (owner: string, signal?: AbortSignal) => {
    leave.push(await places.take(owner, signal));
    order.push(owner);
  };
  return { order, leave, want };
};

describe('places for documents under way', () => {
  it('are never all held by one owner, so that another one finds a place at once', async () => {
    const { order, want } = at(4);
    for (let document = 0; document < 6; document += 1) void want('a');
    await settle();
    expect(order).toEqual(['a', 'a', 'a']);
    await want('b');
    expect(order.at(-1)).toBe('b');
  });

  it('go to the owner that holds the fewest', async () => {
    const { order, leave, want } = at(3);
    for (const owner of ['a', 'a', 'c', 'a', 'b']) void want(owner);
    await settle();
    leave[0]?.();
    await settle();
    expect(order).toEqual(['a', 'a', 'c', 'b']);
  });

  it('are there for the first document of an owner who has not used up their allowance, whatever others hold', async () => {
    const account = new WorkAccount(1000);
    const { order, want } = at(2, account);
    for (const owner of ['a', 'b', 'c']) void want(owner);
    await settle();
    expect(order).toEqual(['a', 'b', 'c']);
    account.charge('d', 1000);
    void want('d');
    void want('a');
    await settle();
    await want('e');
    expect(order).toEqual(['a', 'b', 'c', 'e']);
  });

  it('are given to nobody who has stopped waiting', async () => {
    const { order, leave, want } = at(1);
    const stopping = new AbortController();
    await want('a');
    const stopped = want('b', stopping.signal);
    void want('c');
    stopping.abort(new Error('enough'));
    await expect(stopped).rejects.toThrow('enough');
    leave[0]?.();
    await settle();
    expect(order).toEqual(['a', 'c']);
  });
});
