import { describe, expect, it } from 'vitest';
import { baseStatuses } from './base-status.ts';

const counts = { documents: 0, ready: 0, processing: 0, failed: 0, chunks: 0 };
const labels = (parts: Partial<typeof counts>) =>
  baseStatuses({ ...counts, ...parts }).map((view) => view.label);

describe('the state of a knowledge base', () => {
  it('is Ready when every document is', () => {
    expect(labels({ documents: 3, ready: 3 })).toEqual(['Completed']);
  });

  it('names what is left to do first', () => {
    const parts = { documents: 9, ready: 5, processing: 3, failed: 1 };
    expect(labels(parts)).toEqual(['1 failed', '3 processing', '5 completed']);
  });

  it('is Empty without documents, and says when none can be used', () => {
    expect(labels({})).toEqual(['Empty']);
    expect(labels({ documents: 2 })).toEqual(['None completed']);
  });
});
