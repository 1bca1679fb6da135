import { describe, expect, it } from 'vitest';
import { idTime, isId, newId } from './ids.ts';

describe('ids', () => {
  it('carry their prefix and only url-safe letters', () => {
    const id = newId('prm');
    expect(id).toMatch(/^prm_[0-9a-z]{36}$/);
    expect(encodeURIComponent(id)).toBe(id);
  });

  it('sort by the time they were made', () => {
    const ids = [1, 999, 1_000_000, 1_763_000_000_000, 2 ** 47].map((time) => newId('run', time));
    expect([...ids].sort()).toEqual(ids);
  });

  it('contain the time at which they were made', () => {
    expect(idTime(newId('run', 1_763_000_000_123))).toBe(1_763_000_000_123);
  });

  it('never repeat within one millisecond', () => {
    const ids = new Set(Array.from({ length: 10_000 }, () => newId('x', 5)));
    expect(ids.size).toBe(10_000);
  });

  it('are distinguished from ids with other prefixes, paths and other values', () => {
    const id = newId('prm');
    expect(isId('prm', id)).toBe(true);
    for (const other of [
      newId('prmx'),
      id.slice(0, -1),
      `${id}a`,
      id.toUpperCase(),
      `prm_../../${id}`,
      7,
      null,
    ]) {
      expect(isId('prm', other)).toBe(false);
    }
  });
});
