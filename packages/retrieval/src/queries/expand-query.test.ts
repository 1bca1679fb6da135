import { describe, expect, it } from 'vitest';
import { expandQuery } from './expand-query.ts';

const synonyms: Record<string, string[]> = { vacation: ['holiday', 'leave'], staff: ['employees'] };
const expand = (query: string, limit = 5) =>
  expandQuery(query, { limit, synonymsOf: (word) => synonyms[word] ?? [] });

describe('further questions without a model', () => {
  it('takes a question apart that asks for several things', { tags: ['RETRIEVE-06'] }, () => {
    expect(expand('Who pays for hotel rooms and when are train tickets refunded?').slice(0, 2)).toEqual([
      'Who pays for hotel rooms',
      'when are train tickets refunded',
    ]);
    expect(expand('Wie lange dauert die Probezeit und wer unterschreibt den Vertrag?')[1]).toBe(
      'wer unterschreibt den Vertrag',
    );
  });

  it('says it in other words of the same meaning', () => {
    expect(expand('How much vacation do staff get')).toEqual([
      'How much holiday do employees get',
      'How much leave do employees get',
    ]);
  });

  it('goes round the synonyms of a word that has fewer, and keeps a word without any', () => {
    const synonymsOf = (word: string) => ({ big: ['large', 'huge', 'vast'], dog: ['hound'] })[word] ?? [];
    expect(expandQuery('big dog barks', { limit: 3, synonymsOf })).toEqual([
      ...['large hound barks', 'huge hound barks', 'vast hound barks'],
    ]);
  });

  it('gives the parts that tell something', () => {
    expect(expand('Open; who pays the rent?')).toEqual(['who pays the rent']);
    expect(expand('the rent of the house')).toEqual([]);
  });

  it('leaves out what would find the same, and stops at the limit', () => {
    expect(expand('coffee')).toEqual([]);
    expect(expand('What is the coffee?')).toEqual([]);
    expect(expand('How much vacation do staff get', 1)).toHaveLength(1);
    expect(expand('')).toEqual([]);
  });

  it('reads white space of any kind and length as a single space', () => {
    const asked = `Who pays for hotel rooms${' '.repeat(8000)}and\n\twhen are train tickets refunded?`;
    expect(expand(asked)).toEqual(expand('Who pays for hotel rooms and when are train tickets refunded?'));
  });
});
