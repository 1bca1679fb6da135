import { describe, expect, it } from 'vitest';
import { createGiver } from './give-back-memory.ts';

const megabytes = (count: number) => count * 1024 * 1024;

/** A process with 60 MB in use, which a collection leaves. */
const makeProcess = () => {
  const state = { held: megabytes(60), busy: 0, collections: 0 };
  const look = createGiver({
    held: () => state.held,
    busy: () => state.busy,
    collect: () => {
      state.collections += 1;
      state.held = megabytes(60);
    },
  });
  return { state, look };
};

describe('giving memory back', () => {
  it('collects what a load left behind once the server is quiet, and then lets it rest', () => {
    const { state, look } = makeProcess();
    look();
    Object.assign(state, { held: megabytes(300), busy: 0.8 });
    look();
    expect(state).toMatchObject({ held: megabytes(300), collections: 1 });
    state.busy = 0.01;
    for (let looks = 0; looks < 5; looks += 1) look();
    expect(state).toMatchObject({ held: megabytes(60), collections: 2 });
  });

  it('does not collect for a few megabytes', () => {
    const { state, look } = makeProcess();
    look();
    state.held = megabytes(80);
    look();
    expect(state.collections).toBe(1);
  });

  it('counts from the least that was held, where the engine itself has collected', () => {
    const { state, look } = makeProcess();
    look();
    state.held = megabytes(40);
    look();
    state.held = megabytes(65);
    look();
    expect(state.collections).toBe(2);
  });
});
