import { RetrievalSettings } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import { describe, expect, it } from 'vitest';
import {
  formatDuration,
  formatSettings,
  parseRecent,
  parseSettings,
  stageScores,
  withRecent,
} from './retrieval-words.ts';

const own = RetrievalSettings.parse({ scoreThreshold: 0.1 });
const none = { mode: '', topK: '', threshold: '', more: '' };

describe('the settings of a retrieval test', () => {
  it('are those of the knowledge base when the address says nothing', { tags: ['RETRIEVE-07'] }, () => {
    expect(parseSettings(none, own)).toEqual(own);
  });

  it('are what the address says', { tags: ['RETRIEVE-01', 'RETRIEVE-02'] }, () => {
    const words = { mode: 'HYBRID', topK: '3', threshold: '0.5', more: '' };
    expect(parseSettings(words, own)).toEqual({
      ...own,
      mode: 'HYBRID',
      topK: 3,
      scoreThreshold: 0.5,
    });
    expect(formatSettings(parseSettings(words, own), own)).toEqual(words);
  });

  it('ignore words that mean nothing', () => {
    expect(parseSettings({ mode: 'MAGIC', topK: '900', threshold: '-1', more: '{' }, own)).toEqual(own);
    expect(parseSettings({ mode: '', topK: 'x', threshold: ' ', more: '[1]' }, own)).toEqual(own);
  });

  it('leave the address empty when they equal those of the knowledge base', () => {
    expect(formatSettings(own, own)).toEqual(none);
  });

  it('keep filter and reranking in the address', () => {
    const filter = [{ field: 'LANGUAGE', operator: 'EQUALS', value: 'en' } as const];
    const chosen = { ...own, filter, rerank: { ...own.rerank, enabled: true } };
    expect(parseSettings(formatSettings(chosen, own), own)).toEqual(chosen);
  });

  it('keep a threshold of nought apart from none', () => {
    expect(parseSettings({ ...none, threshold: '0' }, own).scoreThreshold).toBe(0);
  });
});

describe('the recent questions', () => {
  it('begin with the last one and have each only once', () => {
    const word = ['one', 'two', 'one'].reduce(withRecent, '');
    expect(parseRecent(word)).toEqual(['one', 'two']);
  });

  it('are at most six, each on one line', () => {
    const word = ['1', '2', '3', '4', '5', '6', '7\n8'].reduce(withRecent, '');
    expect(parseRecent(word)).toEqual(['7 8', '6', '5', '4', '3', '2']);
  });
});

describe('the scores of a result', () => {
  it('are those of the stages that ran', () => {
    const none = {
      bm25: null,
      vector: null,
      summary: null,
      graph: null,
      fused: null,
      recency: null,
      rerank: null,
    };
    expect(stageScores({ ...none, bm25: 0.5, fused: 0 }).map((each) => each.label)).toEqual([
      'Words',
      'Combined',
    ]);
  });
});

describe('a duration', () => {
  it.each([
    [0.4321, '0.4 ms'],
    [38.4, '38 ms'],
    [1234, '1.2 s'],
  ])('of %d ms reads %s', (milliseconds, text) => {
    expect(formatDuration(milliseconds)).toBe(text);
  });
});
