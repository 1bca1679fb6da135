import type { RetrievalFix } from '@atelier/contracts/content/retrieval/retrieval-explanation';
import { describe, expect, it } from 'vitest';
import { explainFacts } from './explain-facts.ts';
import type { DocumentFacts, Facts, RankFacts } from './facts.ts';

const document: DocumentFacts = {
  importId: 'imp_1',
  name: 'leave.md',
  status: 'COMPLETED',
  cause: null,
  hasText: true,
  holdsWords: true,
  isEnabled: true,
  isPublished: true,
  failing: [],
};
const chunk: NonNullable<Facts['chunk']> = {
  chunkId: 'chk_1',
  knowledgeBaseImportId: 'imp_1',
  documentName: 'leave.md',
  heading: null,
  text: 'Leave is 25 days.',
};
const ranking: RankFacts = {
  ranks: [{ stage: 'bm25', rank: 3, of: 40, score: 0.5 }],
  depth: 50,
  bestScore: 0.5,
  fusedRank: 3,
  rankAtMost: 3,
  pool: 20,
  rerankedRank: null,
  context: 'KEPT',
};
const settings: Facts['settings'] = { mode: 'BM25', topK: 8, scoreThreshold: 0, isReranked: false };
const facts: Facts = { document, chunk, ranking, settings, hasVectors: false, contextTokens: 6000 };

const of = (part: Partial<DocumentFacts>): Facts => ({ ...facts, document: { ...document, ...part } });
const ranked = (part: Partial<RankFacts>, more: Partial<Facts['settings']> = {}): Facts => ({
  ...facts,
  ranking: { ...ranking, ...part },
  settings: { ...settings, ...more },
});

type Fix = [RetrievalFix['action'], RetrievalFix['value']?];

const causes: [name: string, of: Facts, stage: string, fixes: Fix[]][] = [
  ['no document', { ...facts, document: undefined }, 'IMPORT', [['ADD_DOCUMENT']]],
  [
    'a failed import',
    of({ status: 'ERRORED', cause: { code: 'documents.deadline', message: 'It broke.' } }),
    'IMPORT',
    [['RETRY_IMPORT']],
  ],
  ['a cancelled import', of({ status: 'CANCELLED' }), 'IMPORT', [['RETRY_IMPORT']]],
  ['an import under way', of({ status: 'IN-PROGRESS', isPublished: false }), 'IMPORT', [['OPEN_DOCUMENT']]],
  ['no text', of({ hasText: false }), 'PARSE', [['OPEN_DOCUMENT']]],
  ['other words', of({ holdsWords: false }), 'PARSE', [['OPEN_DOCUMENT']]],
  ['a cut', { ...facts, chunk: null }, 'CHUNK', [['RECHUNK'], ['OPEN_DOCUMENT']]],
  ['a document turned off', of({ isEnabled: false }), 'STATE', [['ENABLE_DOCUMENT']]],
  ['a document not published', of({ isPublished: false }), 'STATE', [['RETRY_IMPORT']]],
  [
    'the filter',
    of({ failing: [{ field: 'LANGUAGE', operator: 'EQUALS', value: 'de' }] }),
    'FILTER',
    [['CLEAR_FILTER'], ['ADD_METADATA']],
  ],
  [
    'a filter by name, which is no detail',
    of({ failing: [{ field: 'NAME', operator: 'CONTAINS', value: 'x' }] }),
    'FILTER',
    [['CLEAR_FILTER']],
  ],
  [
    'words that are not there, where meanings could be compared',
    { ...ranked({ ranks: [{ stage: 'bm25', rank: null, of: 0, score: null }] }), hasVectors: true },
    'RANK',
    [['CHANGE_RETRIEVER', 'HYBRID'], ['REPHRASE']],
  ],
  [
    'a rank too far down',
    ranked({ ranks: [{ stage: 'bm25', rank: 61, of: 90, score: 0.1 }], rankAtMost: 44 }),
    'RANK',
    [['RAISE_TOP_K', 50], ['REPHRASE']],
  ],
  [
    'the threshold',
    ranked({ bestScore: 0.456 }, { scoreThreshold: 0.9 }),
    'THRESHOLD',
    [['LOWER_THRESHOLD', 0.45]],
  ],
  [
    'too few that are looked at again',
    ranked({ fusedRank: 30 }, { isReranked: true }),
    'RERANK',
    [['RAISE_TOP_K', 30]],
  ],
  [
    'the reranking',
    ranked({ rerankedRank: 12 }, { isReranked: true }),
    'RERANK',
    [['TURN_OFF_RERANK'], ['RAISE_TOP_K', 12]],
  ],
  ['a rank behind the last', ranked({ fusedRank: 12 }), 'CONTEXT', [['RAISE_TOP_K', 12]]],
  ['a better one that says the same', ranked({ context: 'DUPLICATE' }), 'CONTEXT', [['RECHUNK']]],
  [
    'the length of the context',
    ranked({ context: 'BUDGET' }),
    'CONTEXT',
    [['CHANGE_RETRIEVER', 'CONTEXTUAL_COMPRESSION']],
  ],
];

describe('each cause for which a chunk is not found', () => {
  it.each(causes)('is told as %s, with a fix', { tags: ['RETRIEVE-07'] }, (_name, given, stage, fixes) => {
    const explanation = explainFacts(given);
    expect([explanation.found, explanation.lostAt]).toEqual([false, stage]);
    expect(explanation.reason).toMatch(/^[^a-z].*\.$/);
    expect(explanation.fixes.map(({ action, value }) => [action, value])).toEqual(
      fixes.map(([action, value = null]) => [action, value]),
    );
    const at = explanation.steps.findIndex((step) => step.stage === stage);
    expect(explanation.steps.map(({ outcome }) => outcome)).toEqual(
      explanation.steps.map((_step, index) =>
        index < at ? 'PASSED' : index === at ? 'LOST' : 'NOT_REACHED',
      ),
    );
  });

  it('is the file itself where another try would end alike', () => {
    const cause = { code: 'documents.empty', message: 'It is empty.' };
    const { reason, fixes } = explainFacts(of({ status: 'ERRORED', cause }));
    expect(reason).toBe('“leave.md” could not be imported: It is empty.');
    expect(fixes.map(({ action }) => action)).toEqual(['OPEN_DOCUMENT']);
  });

  it('offers more chunks only where these would hold it', () => {
    const ranks: RankFacts['ranks'] = [{ stage: 'bm25', rank: 60, of: 400, score: 0.4 }];
    const fixedAt = (rankAtMost: number | null) =>
      explainFacts(ranked({ ranks, rankAtMost }, { mode: 'HYBRID' }));
    const actions = [null, 51, 44].map((at) => fixedAt(at).fixes.map(({ action }) => action));
    expect(actions).toEqual([['REPHRASE'], ['REPHRASE'], ['RAISE_TOP_K', 'REPHRASE']]);
    expect(fixedAt(44).reason).toContain('by words at rank 60 of 400 (0.400)');
  });

  it.each([
    [
      'what was not compared',
      { ...ranked({ ranks: [{ stage: 'bm25', rank: null, of: 9, score: null }] }), hasVectors: true },
      'It shares no word with the question, and this retriever compares words only.',
    ],
    [
      'how many are taken',
      ranked({ fusedRank: 2 }, { topK: 1 }),
      'It has rank 2, and only the first chunk is taken.',
    ],
  ])('says %s in words that fit', (_what, given, reason) => {
    expect(explainFacts(given).reason).toBe(reason);
  });

  it('is missing where it was found', () => {
    const explanation = explainFacts(facts);
    expect(explanation).toMatchObject({
      found: true,
      lostAt: null,
      fixes: [],
      reason: 'It is found, at rank 3 of 8.',
    });
  });

  it('is known for every stage', () => {
    const stages = explainFacts(facts).steps.map(({ stage }) => stage);
    expect([...new Set(causes.map(([, , stage]) => stage))].sort()).toEqual([...stages].sort());
  });
});
