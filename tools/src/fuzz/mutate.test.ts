import { expect, it } from 'vitest';
import { mutate, numbersFrom } from './mutate.ts';

it('makes the same inputs again from the same seed, and others from another one', () => {
  const made = (seed: number) => {
    const pick = numbersFrom(seed);
    return Array.from({ length: 50 }, () =>
      mutate(Buffer.from('{"a": [1, 2]}'), Buffer.from('<p>x</p>'), pick).toString('hex'),
    );
  };
  expect(made(1)).toEqual(made(1));
  expect(made(1)).not.toEqual(made(2));
  expect(new Set(made(1)).size).toBeGreaterThan(45);
});

it('starts from nothing, and makes nothing that is longer than 200,000 bytes', () => {
  const pick = numbersFrom(3);
  const long = Buffer.alloc(200_000, 'a');
  for (let at = 0; at < 50; at += 1) {
    expect(mutate(long, long, pick).length).toBeLessThanOrEqual(200_000);
    expect(() => mutate(Buffer.alloc(0), Buffer.alloc(0), pick)).not.toThrow();
  }
});
