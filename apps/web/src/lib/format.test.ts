import { expect, it } from 'vitest';
import { formatAgo, formatCredits, formatExactCredits, formatFileSize, formatShort } from './format.ts';

it('floors credits and never shows them below zero', { tags: ['CREDIT-05', 'CREDIT-06'] }, () => {
  expect(formatCredits(1234.99)).toBe('1,234');
  expect(formatCredits(0.4)).toBe('0');
  expect(formatCredits(-3)).toBe('0');
});

it('shows credits with up to five decimals where detail is wanted', {
  tags: ['CREDIT-07', 'CREDIT-08'],
}, () => {
  expect(formatExactCredits(0.123456789)).toBe('0.12346');
  expect(formatExactCredits(12)).toBe('12');
});

it('shortens numbers from a thousand on, and cuts instead of rounding up', {
  tags: ['UI-09', 'UI-10'],
}, () => {
  const shown = [0, 999, 1000, 1250, 999_999, 1_000_000, 2_460_000_000].map(formatShort);
  expect(shown).toEqual(['0', '999', '1k', '1.2k', '999.9k', '1M', '2.4B']);
});

it('counts file sizes in steps of 1024 from KB to TB', { tags: ['UI-11'] }, () => {
  const shown = [0, 10, 1024, 1536, 1024 ** 2, 150 * 1024 ** 2, 1024 ** 4, 5000 * 1024 ** 4].map(
    formatFileSize,
  );
  expect(shown).toEqual(['0 KB', '0.1 KB', '1 KB', '1.5 KB', '1 MB', '150 MB', '1 TB', '5000 TB']);
});

it('says how long ago something was, and the date after a week', () => {
  const now = Date.parse('2026-03-10T12:00:00Z');
  const before = (seconds: number) => formatAgo(new Date(now - seconds * 1000).toISOString(), now);
  expect([before(5), before(180), before(7200), before(86_400)]).toEqual([
    'just now',
    '3 minutes ago',
    '2 hours ago',
    'yesterday',
  ]);
  expect(before(30 * 86_400)).toBe('Feb 8, 2026');
});
