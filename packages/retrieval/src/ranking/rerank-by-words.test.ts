import { describe, expect, it } from 'vitest';
import { rerankByWords } from './rerank-by-words.ts';

const order = (query: string, texts: Record<string, string>, headings: Record<string, string> = {}) =>
  rerankByWords(
    query,
    Object.entries(texts).map(([id, text]) => ({ id, text, heading: headings[id] ?? null })),
  ).map(({ id }) => id);

describe('reranking by words', () => {
  it('puts the chunk first that says what was asked word for word', () => {
    const found = order('notice period for landlords', {
      scattered: 'Landlords live here. The period was long. A notice hung at the door for months.',
      exact: 'The notice period for landlords is three months.',
    });
    expect(found).toEqual(['exact', 'scattered']);
  });

  it('puts words that stand near each other before words far apart', () => {
    const filler = 'Nothing else is told on this page about anything at all. '.repeat(8);
    const found = order('parental leave salary', {
      far: `Parental matters. ${filler} The salary is paid. ${filler} On leave we say nothing.`,
      near: `During leave for parental reasons the salary stays. ${filler}`,
    });
    expect(found[0]).toBe('near');
  });

  it('lets the rare word of a question decide over common ones', () => {
    const found = order('error E4711 of the printer', {
      common: 'The printer shows an error code. Every printer error has a code.',
      other: 'The printer error code is listed here.',
      rare: 'The printer shows E4711 when its drum is worn.',
    });
    expect(found[0]).toBe('rare');
  });

  it('reads the heading', () => {
    const found = order(
      'travel expenses',
      { plain: 'Expenses are paid monthly.', headed: 'Expenses are paid monthly.' },
      { headed: 'Travel' },
    );
    expect(found).toEqual(['headed', 'plain']);
  });

  it('does not give up a candidate that was far ahead for one that has a stray word of a long question', () => {
    const question = 'what is known of the possible effect of heat on slender wings';
    const ahead = {
      id: 'ahead',
      text: 'Heat and slender wings: the effect of heat on slender wings is large.',
    };
    const stray = { id: 'stray', text: 'It is possible and known that slender wings have an effect.' };
    const scored = (score: number) => [
      { ...ahead, score: 0.6 },
      { ...stray, score },
    ];
    expect(rerankByWords(question, [ahead, stray])[0]?.id).toBe('stray');
    expect(rerankByWords(question, scored(0.2))[0]?.id).toBe('ahead');
  });

  it('keeps the order of equals, gives scores from 0 to 1, and nothing for nothing', () => {
    const scored = rerankByWords('coffee', [
      { id: 'b', text: 'tea' },
      { id: 'a', text: 'tea' },
      { id: 'c', text: 'coffee coffee' },
    ]);
    expect(scored.map(({ id }) => id)).toEqual(['c', 'b', 'a']);
    for (const { score } of scored) expect(score >= 0 && score <= 1).toBe(true);
    expect(rerankByWords('coffee', [])).toEqual([]);
  });
});
