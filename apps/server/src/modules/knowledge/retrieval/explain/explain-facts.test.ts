import { describe, expect, it } from 'vitest';
import { explainFacts } from './explain-facts.ts';
import type { DocumentFacts, Facts, RankFacts } from './facts.ts';

const document: DocumentFacts = {
  importId: 'imp_1',
  name: 'rules.pdf',
  status: 'COMPLETED',
  cause: null,
  hasText: true,
  holdsWords: null,
  isEnabled: true,
  isPublished: true,
  failing: [],
};
const passage = {
  chunkId: 'chk_1',
  knowledgeBaseImportId: 'imp_1',
  documentName: 'rules.pdf',
  heading: null,
  text: 'Leave is 25 days.',
};
const ranking: RankFacts = {
  ranks: [{ stage: 'bm25', rank: 60, of: 400, score: 0.4 }],
  depth: 50,
  bestScore: 0.4,
  fusedPlace: null,
  placeAtMost: null,
  pool: 8,
  rerankedPlace: null,
  context: null,
};

const explain = (change: Partial<Facts>) => {
  const { reason, fixes } = explainFacts({
    document,
    passage,
    ranking,
    settings: { mode: 'HYBRID', topK: 8, scoreThreshold: 0, isReranked: false },
    hasVectors: true,
    contextTokens: 6000,
    ...change,
  });
  return {
    reason,
    actions: fixes.map(({ action, value }) => (value === null ? action : `${action} ${value}`)),
  };
};
const failed = (code: string) =>
  explain({ document: { ...document, status: 'ERRORED', cause: { code, message: 'It is empty.' } } });

describe('why a passage was not found', () => {
  it('offers another try only where the file itself is not the cause (RETRIEVE-07)', () => {
    expect(failed('documents.deadline').actions).toEqual(['RETRY_IMPORT']);
    expect(failed('documents.empty')).toEqual({
      reason: '“rules.pdf” could not be imported: It is empty.',
      actions: ['OPEN_DOCUMENT'],
    });
  });

  it('offers more passages only where these would hold it', () => {
    expect(explain({}).actions).toEqual(['REPHRASE']);
    expect(explain({ ranking: { ...ranking, placeAtMost: 51 } }).actions).toEqual(['REPHRASE']);
    const near = explain({ ranking: { ...ranking, placeAtMost: 44 } });
    expect(near.actions).toEqual(['RAISE_TOP_K 50', 'REPHRASE']);
    expect(near.reason).toContain('by words at place 60 of 400 (0.400)');
  });

  it('says of a retriever that compares words what it did not compare', () => {
    const unranked = { ...ranking, ranks: [{ stage: 'bm25' as const, rank: null, of: 9, score: null }] };
    const settings = { mode: 'BM25' as const, topK: 8, scoreThreshold: 0, isReranked: false };
    expect(explain({ ranking: unranked, settings })).toEqual({
      reason: 'It shares no word with the question, and this retriever compares words only.',
      actions: ['CHANGE_RETRIEVER HYBRID', 'REPHRASE'],
    });
  });

  it('counts the passages that are taken in words that fit one, too', () => {
    const second = {
      ...ranking,
      ranks: [{ stage: 'bm25' as const, rank: 2, of: 9, score: 0.4 }],
      fusedPlace: 2,
    };
    const settings = { mode: 'HYBRID' as const, topK: 1, scoreThreshold: 0, isReranked: false };
    expect(explain({ ranking: second, settings })).toEqual({
      reason: 'It stands at place 2, and only the first passage is taken.',
      actions: ['RAISE_TOP_K 2'],
    });
  });
});
