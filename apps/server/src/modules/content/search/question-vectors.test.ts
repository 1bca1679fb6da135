import { describe, expect, it } from 'vitest';
import { createQuestionVectors, toVectorKey } from './question-vectors.ts';

const ours = { tenantId: 'ours', providers: 'as they are', modelId: 'company/model' };
const vector = Float32Array.of(1, 2, 3);

describe('the vectors of questions', () => {
  it('are kept for one tenant, its providers as they are, one model and one text', () => {
    const vectors = createQuestionVectors();
    vectors.set(toVectorKey(ours, 'When?'), vector);
    expect(vectors.get(toVectorKey(ours, 'When?'))).toBe(vector);
    expect(vectors.get(toVectorKey({ ...ours, tenantId: 'theirs' }, 'When?'))).toBeUndefined();
    expect(vectors.get(toVectorKey({ ...ours, providers: 'changed' }, 'When?'))).toBeUndefined();
    expect(vectors.get(toVectorKey({ ...ours, modelId: 'company/other' }, 'When?'))).toBeUndefined();
    expect(vectors.get(toVectorKey(ours, 'Where?'))).toBeUndefined();
  });

  it('stay within their memory, and those that were used last remain', () => {
    const vectors = createQuestionVectors(1000);
    for (const text of ['first', 'second', 'third', 'fourth']) vectors.set(toVectorKey(ours, text), vector);
    vectors.get(toVectorKey(ours, 'first'));
    vectors.set(toVectorKey(ours, 'fifth'), vector);
    const kept = ['first', 'second', 'third', 'fourth', 'fifth'].filter((text) =>
      vectors.get(toVectorKey(ours, text)),
    );
    expect(kept).toEqual(['first', 'third', 'fourth', 'fifth']);
  });

  it('count a text once, however often it is kept', () => {
    const vectors = createQuestionVectors(1000);
    for (let time = 0; time < 20; time += 1) vectors.set(toVectorKey(ours, 'again'), vector);
    for (const text of ['second', 'third', 'fourth']) vectors.set(toVectorKey(ours, text), vector);
    expect(vectors.get(toVectorKey(ours, 'again'))).toBe(vector);
  });
});
