import { expect, it } from 'vitest';
import { describeTime, modeChoices, nodeRadius, parseEntityType, proposeBudget } from './graph-words.ts';

it('reads native, local, global, hybrid and mix in the menu, and native sends NAIVE_MODE', {
  tags: ['GRAPH-03', 'GRAPH-04'],
}, () => {
  expect(modeChoices.map(({ label }) => label)).toEqual(['native', 'local', 'global', 'hybrid', 'mix']);
  expect(modeChoices[0]).toEqual({ value: 'NAIVE_MODE', label: 'native' });
});

it('formats a duration in everyday units', () => {
  expect([0, 45, 300, 7200].map(describeTime)).toEqual([
    'about a second',
    'about 45 seconds',
    'about 5 minutes',
    'about 2 hours',
  ]);
});

it('proposes a budget with room, above what was spent', () => {
  expect(proposeBudget(10, 0)).toBe(16);
  expect(proposeBudget(0.2, 5)).toBe(7);
});

it('draws what is named more often larger, within bounds', () => {
  expect(nodeRadius(1)).toBeLessThan(nodeRadius(9));
  expect(nodeRadius(100_000)).toBe(18);
});

it('takes no word of an address for a type that is none', () => {
  expect([parseEntityType('PERSON'), parseEntityType('person'), parseEntityType('')]).toEqual([
    'PERSON',
    undefined,
    undefined,
  ]);
});
