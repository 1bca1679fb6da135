import type { Block } from '@atelier/documents';
import { expect, it } from 'vitest';
import type { KeptCorrection } from '../tables.ts';
import { applyCorrections } from './apply-corrections.ts';

async function* give(blocks: readonly Block[]): AsyncGenerator<Block> {
  yield* blocks;
}

const correct = async (blocks: readonly Block[], corrections: readonly KeptCorrection[]) => {
  const notes: string[] = [];
  const texts: string[] = [];
  for await (const { text } of applyCorrections(give(blocks), corrections, (note) => notes.push(note)))
    texts.push(text);
  return { texts, notes };
};

const rows: Block[] = [
  { kind: 'row', text: 'Part: bolt\nPrice: 4' },
  { kind: 'paragraph', text: 'Price: 4' },
  { kind: 'row', text: 'Part: nut\nPrice: 4' },
];

it('corrects the line that is meant among equal ones, across blocks', async () => {
  expect(await correct(rows, [{ line: 'Price: 4', nth: 1, text: 'Price: 5' }])).toEqual({
    texts: ['Part: bolt\nPrice: 4', 'Price: 5', 'Part: nut\nPrice: 4'],
    notes: [],
  });
});

it('corrects a name before each value, and lets a later correction see what an earlier one made', async () => {
  const corrections = [
    { name: 'Price', text: 'Cost' },
    { line: 'Cost: 4', nth: 2, text: 'Cost: 6' },
  ];
  expect(await correct(rows, corrections)).toEqual({
    texts: ['Part: bolt\nCost: 4', 'Cost: 4', 'Part: nut\nCost: 6'],
    notes: [],
  });
});

it('corrects a label without a value alone, and not the same label with one', async () => {
  const blocks: Block[] = [{ kind: 'row', text: 'Seats: 12\nSeats: ' }];
  expect(await correct(blocks, [{ line: 'Seats: ', nth: 0, text: 'Seats: 9' }])).toEqual({
    texts: ['Seats: 12\nSeats: 9'],
    notes: [],
  });
});

it('says how many corrections the file has no text for', async () => {
  const corrections = [
    { line: 'Price: 9', nth: 0, text: 'Price: 8' },
    { name: 'Weight', text: 'Mass' },
    { line: 'Price: 4', nth: 3, text: 'Price: 8' },
  ];
  const { texts, notes } = await correct(rows, corrections);
  expect(texts).toEqual(rows.map(({ text }) => text));
  expect(notes).toEqual([
    '3 corrections made by hand could not be applied, because the corrected text is not in the file any more.',
  ]);
});
