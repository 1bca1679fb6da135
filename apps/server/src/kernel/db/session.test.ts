import { describe, expect, it } from 'vitest';
import { createStatementNames } from './session.ts';

describe('names of statements', () => {
  it('names a text from its third use on, always the same', () => {
    const nameOf = createStatementNames();
    expect([nameOf('select 1'), nameOf('select 1')]).toEqual([undefined, undefined]);
    const name = nameOf('select 1');
    expect(name).toEqual(expect.any(String));
    expect(nameOf('select 1')).toBe(name);
  });

  it('gives different texts different names, and stops at a hundred', () => {
    const nameOf = createStatementNames();
    const named = Array.from({ length: 150 }, (_, at) => {
      for (let use = 0; use < 2; use += 1) nameOf(`select ${at}`);
      return nameOf(`select ${at}`);
    });
    expect(new Set(named.slice(0, 100)).size).toBe(100);
    expect(named.slice(100)).toEqual(Array.from({ length: 50 }, () => undefined));
  });
});
