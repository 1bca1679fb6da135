import { expect, it } from 'vitest';
import { addFigures, estimateTime, noFigures, timeClasses } from './figures.ts';

const timesAt = (...counts: [number, number][]) => {
  const times = [...timeClasses, 0].map(() => 0);
  for (const [index, number] of counts) times[index] = number;
  return times;
};

it('estimates times within their class, and nothing without times', () => {
  expect(estimateTime(timesAt(), 0.5)).toBeNull();
  expect(estimateTime(timesAt([0, 10]), 0.5)).toBe(50);
  expect(estimateTime(timesAt([0, 10], [3, 10]), 0.75)).toBe(750);
  expect(estimateTime(timesAt([timeClasses.length, 1]), 0.95)).toBe(timeClasses.at(-1));
});

it('adds up figures', () => {
  const one = { ...noFigures, asked: 2, credits: 0.5, times: timesAt([1, 2]) };
  const sum = addFigures([one, one, noFigures]);
  expect(sum).toMatchObject({ asked: 4, credits: 1 });
  expect(sum.times[1]).toBe(4);
});
