import { expect, it } from 'vitest';
import { markChunk } from './mark-chunk.ts';

const section = { text: 'One two three', start: 100 };
const pieces = (start: number, end: number) =>
  markChunk(section, { start, end }).map(({ text, isMarked }) => (isMarked ? `<${text}>` : text));

it('marks the chunk inside of a section', () => {
  expect(pieces(104, 107)).toEqual(['One ', '<two>', ' three']);
  expect(markChunk(section, { start: 104, end: 107 }).map(({ start }) => start)).toEqual([100, 104, 107]);
});

it('marks the part of a chunk that goes over the borders of the section', () => {
  expect(pieces(90, 103)).toEqual(['<One>', ' two three']);
  expect(pieces(108, 500)).toEqual(['One two ', '<three>']);
  expect(pieces(0, 999)).toEqual(['<One two three>']);
});

it('marks nothing of a chunk that lies elsewhere', () => {
  expect(pieces(0, 50)).toEqual(['One two three']);
  expect(pieces(200, 250)).toEqual(['One two three']);
});
