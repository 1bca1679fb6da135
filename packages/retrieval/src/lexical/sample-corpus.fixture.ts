import type { LexicalDocument } from './lexical-segment.ts';

/** Ten chunks of a staff handbook, small enough to know every answer by heart. */
export const handbook: readonly LexicalDocument[] = [
  { id: 'leave', heading: 'Annual leave', text: 'Employees receive 25 days of paid holiday each year.' },
  { id: 'carry', heading: 'Carry over', text: 'Up to five unused holiday days move to the next year.' },
  {
    id: 'sick',
    heading: 'Illness',
    text: 'Tell your manager before 9:00 and bring a certificate after three days.',
  },
  { id: 'remote', heading: 'Remote work', text: 'Working from home needs the approval of your manager.' },
  {
    id: 'laptop',
    heading: 'Equipment',
    text: 'Every employee gets a laptop. Report error ERR-4042 to IT support.',
  },
  { id: 'travel', heading: 'Travel expenses', text: 'Hotel costs up to 150 euros a night are refunded.' },
  { id: 'refund', heading: 'Refunds', text: 'Refunds are paid within 14 days of the receipt.' },
  {
    id: 'notice',
    heading: 'Notice period',
    text: 'The notice period is three months to the end of a quarter.',
  },
  { id: 'parental', heading: 'Parental leave', text: 'Parents may take leave of up to twelve months.' },
  {
    id: 'security',
    heading: 'Passwords',
    text: 'Passwords have at least twelve characters and are never shared.',
  },
];

/** Deterministic pseudo-random numbers in [0, 1): mulberry32. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Chunks of made-up words whose frequencies follow Zipf's law. */
export function zipfDocuments(
  count: number,
  options: { seed?: number; words?: number; length?: number } = {},
) {
  const { seed = 1, words = 300, length = 30 } = options;
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, index): LexicalDocument => {
    const size = 1 + Math.floor(random() * 2 * length);
    const text = Array.from({ length: size }, () => `w${Math.floor(words ** random()) - 1}x`).join(' ');
    return { id: `doc-${seed}-${index}`, text };
  });
}
