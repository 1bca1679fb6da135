import { describe, expect, it } from 'vitest';
import { findDocumentDate } from './read-hits.ts';

const createdAt = new Date('2026-05-01T10:00:00Z');
const dayOf = (metadata: Record<string, string>, versionAt: Date | null = null) =>
  findDocumentDate({ metadata, versionAt, createdAt }).toISOString().slice(0, 10);

describe('the date of a document', () => {
  it('is the one that it names itself', { tags: ['RETRIEVE-06'] }, () => {
    expect(dayOf({ Date: '2024-02-03' })).toBe('2024-02-03');
    expect(dayOf({ updated: '2025-01-01', published: '2024-02-03T22:15:00+02:00' })).toBe('2024-02-03');
  });

  it('is else when its text came here', () => {
    expect(dayOf({ author: '2024-02-03' })).toBe('2026-05-01');
    expect(dayOf({ date: '3 February 2024', published: '2024-13-45' })).toBe('2026-05-01');
    expect(dayOf({}, new Date('2026-06-02T00:00:00Z'))).toBe('2026-06-02');
  });
});
