import { beforeEach, expect, it } from 'vitest';
import { isLowBalance, shouldWarn } from './low-credit.ts';
import { shortenEmail, toInitials } from './user-label.ts';

beforeEach(() => sessionStorage.clear());

it('calls a balance low below 1000', { tags: ['CREDIT-02', 'CONST-10'] }, () => {
  expect([999.99, 1000].map(isLowBalance)).toEqual([true, false]);
});

it('warns once for each distinct low balance', { tags: ['CREDIT-03'] }, () => {
  const warn = (balance: number, tenantId = 'ten_1') =>
    shouldWarn({ tenantId, balance, storage: sessionStorage });
  const warned = [1500, 900, 900, 899.5, 899, 900].map((balance) => warn(balance));
  expect(warned).toEqual([false, true, false, true, true, false]);
  expect(warn(900, 'ten_2')).toBe(true);
});

it('shortens an email so that its domain can still be told', { tags: ['HEADER-20', 'HEADER-21'] }, () => {
  expect(shortenEmail('ada@example.com')).toBe('ada@example.com');
  const shortened = shortenEmail('augusta.ada.lovelace@analytical-engines.example');
  expect(shortened).toBe('augusta.ada…@analytical…');
  expect(shortened.length).toBeLessThanOrEqual(24);
});

it('makes initials of any name', () => {
  expect(['Ada Lovelace', 'Plato', '  ', 'Émile  du Châtelet', '𝒜da'].map(toInitials)).toEqual([
    'AL',
    'P',
    '?',
    'ÉC',
    '𝒜',
  ]);
});
