import { describe, expect, it } from 'vitest';
import { splitSentences } from './split-sentences.ts';

const texts = (text: string): string[] => splitSentences(text).map((sentence) => sentence.text);

describe('splitting a chunk', () => {
  it('joins lines that were wrapped at the margin, and words parted by a hyphen', () => {
    expect(
      texts(
        'The landlord keeps the structure, the heating and the plumb-\ning in repair. Minor\nones are not.',
      ),
    ).toEqual([
      'The landlord keeps the structure, the heating and the plumbing in repair.',
      'Minor ones are not.',
    ]);
  });

  it('does not end a sentence at an abbreviation, an initial or a label', () => {
    expect(texts('Ask Dr. Ines A. Tavares, e.g. by mail. Rent. It is 900 EUR.')).toEqual([
      'Ask Dr. Ines A. Tavares, e.g. by mail.',
      'Rent. It is 900 EUR.',
    ]);
  });

  it('takes headings as context and quotes none', () => {
    expect(splitSentences('## Sick leave\n\nPay goes on.\n\nOpening hours\n\nFrom ten to six.')).toEqual([
      { text: 'Pay goes on.', context: 'Sick leave', followsOn: false },
      { text: 'From ten to six.', context: 'Opening hours', followsOn: false },
    ]);
  });

  it('keeps a short list with its lead-in and parts a long one under it', () => {
    expect(texts('Bring:\n- bread\n- salt')).toEqual(['Bring:\n- bread\n- salt']);
    const long = splitSentences(
      `Bring:\n${Array.from({ length: 30 }, (_, at) => `- thing number ${at} of the list`).join('\n')}`,
    );
    expect(long).toHaveLength(30);
    expect(long[4]).toMatchObject({ text: 'thing number 4 of the list', context: ' Bring:' });
  });

  it('names the columns of a row', () => {
    expect(texts('| A | B |\n|---|:--|\n| 1 | |\n| 2 | x |')).toEqual(['A: 1', 'A: 2; B: x']);
  });

  it('removes links, emphasis and the source’s own numbers', () => {
    expect(texts('See **the [guide](https://x.example/a)** first.[12]')).toEqual(['See the guide first.']);
  });

  it('cuts text without sentence ends', () => {
    const pieces = texts('word '.repeat(500));
    expect(pieces.length).toBeGreaterThan(4);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(420);
  });
});
