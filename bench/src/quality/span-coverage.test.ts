import { expect, it } from 'vitest';
import { spanJudge } from './span-coverage.ts';

const text =
  '# Ports\n\nThe harbour has *three* piers. The ferry leaves at nine. Dogs travel free of charge.';
const judge = spanJudge([{ name: 'ports.md', text }]);
const span = (content: string) => ({ document: 'ports.md', text: content });

it('counts the share of the letters that the first five chunks cover, and the rank of a chunk with more than half of a span', () => {
  const spans = [span('The ferry leaves at nine.'), span('Dogs travel free of charge.')];
  const hits = [
    { document: 'other.md', text: 'The ferry leaves at nine.' },
    { document: 'ports.md', text: 'The harbour has three piers. The ferry leaves at nine.' },
    { document: 'ports.md', text: 'Dogs travel' },
  ];
  const { found, coverage } = judge(hits, spans);
  expect(found).toEqual(['nothing at 0', 'span 0', 'nothing at 2']);
  // 20 letters of the ferry and 10 of the 22 letters of the dogs.
  expect(coverage).toBeCloseTo(30 / 42, 5);
});

it('covers nothing twice', () => {
  const hits = Array.from({ length: 3 }, () => ({ document: 'ports.md', text: 'The ferry leaves at nine.' }));
  expect(judge(hits, [span('The ferry leaves at nine. Dogs travel free of charge.')]).coverage).toBeCloseTo(
    20 / 42,
    5,
  );
});
