import { describe, expect, it } from 'vitest';
import { QuestionVectors } from './question-vectors.ts';

const ours = { tenantId: 'ours', providers: 'as they are', modelId: 'company/model' };
const vector = Float32Array.of(1, 2, 3);

describe('the vectors of questions', () => {
  it('are kept for one tenant, its providers as they are, one model and one text', () => {
    const vectors = new QuestionVectors();
    vectors.keep(ours, 'When?', vector);
    expect(vectors.find(ours, 'When?')).toBe(vector);
    expect(vectors.find({ ...ours, tenantId: 'theirs' }, 'When?')).toBeUndefined();
    expect(vectors.find({ ...ours, providers: 'changed' }, 'When?')).toBeUndefined();
    expect(vectors.find({ ...ours, modelId: 'company/other' }, 'When?')).toBeUndefined();
    expect(vectors.find(ours, 'Where?')).toBeUndefined();
  });

  it('stay within their memory, and those that were used last remain', () => {
    const vectors = new QuestionVectors(1000);
    for (const text of ['first', 'second', 'third', 'fourth']) vectors.keep(ours, text, vector);
    vectors.find(ours, 'first');
    vectors.keep(ours, 'fifth', vector);
    const kept = ['first', 'second', 'third', 'fourth', 'fifth'].filter((text) => vectors.find(ours, text));
    expect(kept).toEqual(['first', 'third', 'fourth', 'fifth']);
  });

  it('count a text once, however often it is kept', () => {
    const vectors = new QuestionVectors(1000);
    for (let time = 0; time < 20; time += 1) vectors.keep(ours, 'again', vector);
    for (const text of ['second', 'third', 'fourth']) vectors.keep(ours, text, vector);
    expect(vectors.find(ours, 'again')).toBe(vector);
  });
});
