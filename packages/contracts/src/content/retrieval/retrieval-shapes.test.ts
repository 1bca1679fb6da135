import { expect, it } from 'vitest';
import { RetrievalOverrides, RetrievalSettings } from './retrieval-shapes.ts';

it('begins with eight chunks and no threshold, and keeps both within their bounds', {
  tags: ['RETRIEVE-01', 'RETRIEVE-02', 'RETRIEVE-04'],
}, () => {
  expect(RetrievalSettings.parse({})).toMatchObject({ topK: 8, scoreThreshold: 0, mode: 'AUTO' });
  const { topK, scoreThreshold } = RetrievalOverrides;
  const taken = (values: readonly number[], of: typeof topK) =>
    values.filter((each) => of.safeParse(each).success);
  expect(taken([-1, 0, 1, 2.5, 8, 50, 51], topK)).toEqual([1, 8, 50]);
  expect(taken([-0.01, 0, 0.5, 1, 1.01], scoreThreshold)).toEqual([0, 0.5, 1]);
});
