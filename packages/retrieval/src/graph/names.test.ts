import { describe, expect, it } from 'vitest';
import { nameClassFor, nameKey } from './name-key.ts';
import { jaroWinkler } from './name-similarity.ts';

describe('the key of a name', () => {
  const key = (name: string, type = 'PRODUCT') => nameKey(name, nameClassFor(type));

  it('has no case, accents, punctuation and possessives', () => {
    expect(key('Zoë’s “Café-Bar”')).toBe('zoe cafe bar');
    expect(key('U.S. C++ & C#')).toBe('us c++ and c#');
    expect(key('O’Neill')).toBe('oneill');
    expect(key('…')).toBe('');
  });

  it('has no title of a person, article, or legal form, but a word at least', () => {
    expect(key('Dr. Prof. Ada Lovelace', 'PERSON')).toBe('ada lovelace');
    expect(key('Dr.', 'PERSON')).toBe('dr');
    expect(key('The Acme & Co. Ltd.', 'ORGANIZATION')).toBe('acme');
    expect(key('Ltd', 'ORGANIZATION')).toBe('ltd');
    expect(key('Les Landes', 'LOCATION')).toBe('landes');
    expect(key('The Who', 'PERSON')).toBe('the who');
    expect(key('Acme Ltd', 'LOCATION')).toBe('acme ltd');
  });

  it('is singular for things and for nothing else', () => {
    expect(
      ['Contracts', 'Policies', 'Boxes', 'Batches', 'Wishes', 'Glasses'].map((name) => key(name)),
    ).toEqual([...['contract', 'policy', 'box', 'batch', 'wish', 'glass']]);
    expect(['Gas', 'Class', 'Status', 'Basis', 'Cats', 'Rates'].map((name) => key(name))).toEqual([
      ...['gas', 'class', 'status', 'basis', 'cats', 'rate'],
    ]);
    expect(key('Rates Contracts')).toBe('rates contract');
    expect(key('Contracts', 'ORGANIZATION')).toBe('contracts');
  });
});

describe('the similarity of names', () => {
  // The examples of Winkler.
  it.each([
    ['MARTHA', 'MARHTA', 0.9611],
    ['DIXON', 'DICKSONX', 0.8133],
    ['DWAYNE', 'DUANE', 0.84],
    ['JELLYFISH', 'SMELLYFISH', 0.8963],
    ['abc', 'xyz', 0],
    ['abc', 'abc', 1],
    ['', 'abc', 0],
  ])('of %s and %s is that of Jaro and Winkler', (one, other, expected) => {
    expect(jaroWinkler(one, other)).toBeCloseTo(expected, 3);
    expect(jaroWinkler(other, one)).toBeCloseTo(jaroWinkler(one, other), 10);
  });
});
