import { expect, it } from 'vitest';
import { Forgetting, forgetsEvery } from './record-search.ts';

it('is due for the first search of each knowledge base and for every 25th after it', () => {
  const forgetting = new Forgetting();
  const dues = Array.from({ length: 2 * forgetsEvery + 1 }, () => forgetting.isDue('one'));
  expect(dues.flatMap((isDue, at) => (isDue ? [at] : []))).toEqual([0, 25, 50]);
  expect(forgetting.isDue('two')).toBe(true);
  expect(forgetting.isDue('two')).toBe(false);
});
