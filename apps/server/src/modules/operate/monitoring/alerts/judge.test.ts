import { describe, expect, it } from 'vitest';
import { judge } from './service/check-alerts.ts';

const now = new Date('2026-05-01T12:00:00Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const judged = { value: 5, threshold: 5, open: undefined, toldAt: null, quietMinutes: 60, now };

describe('a measured rule', () => {
  it('begins an alert when its value reaches the threshold, and none below it', () => {
    expect(judge(judged)).toBe('BEGIN');
    expect(judge({ ...judged, value: 4.9 })).toBe('NOTHING');
    expect(judge({ ...judged, value: null })).toBe('NOTHING');
  });

  it('reports an alert that lasts once, and says when it is over', () => {
    const lasting = { ...judged, open: { told: true }, toldAt: ago(300) };
    expect(judge(lasting)).toBe('NOTHING');
    expect(judge({ ...lasting, value: 1 })).toBe('RESOLVE');
    expect(judge({ ...lasting, value: null })).toBe('RESOLVE');
  });

  it('keeps quiet about another alert until the quiet period is over', () => {
    expect(judge({ ...judged, toldAt: ago(59) })).toBe('BEGIN_QUIETLY');
    expect(judge({ ...judged, open: { told: false }, toldAt: ago(59) })).toBe('NOTHING');
    expect(judge({ ...judged, open: { told: false }, toldAt: ago(60) })).toBe('TELL');
    expect(judge({ ...judged, toldAt: ago(60) })).toBe('BEGIN');
  });
});
