import type {
  ExplanationStep,
  LossStage,
  RetrievalExplanation,
  RetrievalFix,
} from '@atelier/contracts/content/retrieval/retrieval-explanation';
import type { FilterCondition } from '@atelier/contracts/content/retrieval/retrieval-filter';
import { mostChunks, type RetrievalMode } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import { needsAnotherFile } from '@atelier/documents';
import type { DocumentFacts, Facts, RankFacts, StageRank } from './facts.ts';

const scoreInWords = (score: number): string => score.toFixed(3);

const rankingNames: Record<StageRank['stage'], string> = {
  bm25: 'by words',
  vector: 'by meaning',
  summary: 'by summaries',
  graph: 'by the graph',
  fused: 'together',
  recency: 'by newness',
  rerank: 'reranked',
  final: 'in the end',
};

/** Describes all ranks, such as "by words at rank 74 of 484 (0.437), by meaning at rank 52 of 490 (0.174)". */
const ranksInWords = ({ ranks }: RankFacts): string =>
  ranks
    .filter(({ rank, stage }) => rank !== null && stage !== 'final')
    .map(
      ({ stage, rank, of, score }) =>
        `${rankingNames[stage]} at rank ${rank} of ${of}${score === null ? '' : ` (${scoreInWords(score)})`}`,
    )
    .join(', ');

/** Explains why no ranking contains the chunk. */
const noWayInWords = (hasVectors: boolean, mode: RetrievalMode): string => {
  if (!hasVectors)
    return 'It shares no word with the question, and without an embedding model only words are compared.';
  if (mode === 'BM25') return 'It shares no word with the question, and this retriever compares words only.';
  return 'Nothing in the question leads to it, neither its words nor its meaning.';
};

/** The outcome of a stage: passed, with an explanation, or lost, with an explanation and fixes. */
type Verdict = { text: string; fixes?: RetrievalFix[] };
type Check = (facts: Facts) => Verdict;

const fix = (
  action: RetrievalFix['action'],
  label: string,
  more: Partial<Pick<RetrievalFix, 'knowledgeBaseImportId' | 'value'>> = {},
): RetrievalFix => ({ action, label, knowledgeBaseImportId: null, value: null, ...more });

const lost = (text: string, ...fixes: RetrievalFix[]): Verdict => ({ text, fixes });

const openDocument = ({ importId, name }: DocumentFacts): RetrievalFix =>
  fix('OPEN_DOCUMENT', `Open “${name}”`, { knowledgeBaseImportId: importId });

const checkImport: Check = ({ document }) => {
  if (!document)
    return lost(
      'No document of this knowledge base holds these words.',
      fix('ADD_DOCUMENT', 'Add the document'),
    );
  const { name, status, cause, importId } = document;
  const retry = fix('RETRY_IMPORT', `Import “${name}” again`, { knowledgeBaseImportId: importId });
  if (status === 'ERRORED')
    return lost(
      `“${name}” could not be imported: ${cause?.message ?? 'the cause is not known.'}`,
      needsAnotherFile(cause?.code ?? '') ? openDocument(document) : retry,
    );
  if (status === 'CANCELLED') return lost(`The import of “${name}” was cancelled.`, retry);
  if (status !== 'COMPLETED' && !document.isPublished)
    return lost(`“${name}” is still being imported. Try again when it is completed.`, openDocument(document));
  return { text: `“${name}” is imported.` };
};

const checkParse: Check = ({ document }) => {
  if (!document) return { text: '' };
  if (!document.hasText)
    return lost(
      `No text could be read from “${document.name}”. A scan needs text recognition.`,
      openDocument(document),
    );
  if (document.holdsWords === false)
    return lost(
      `The text that was read from “${document.name}” does not hold these words. Compare it with the file.`,
      openDocument(document),
    );
  return {
    text: document.holdsWords ? 'Its text holds these words.' : 'Its text was read.',
  };
};

const checkChunk: Check = ({ document, chunk }) =>
  chunk
    ? { text: `They stand in one chunk${chunk.heading ? ` under “${chunk.heading}”` : ''}.` }
    : lost(
        'No single chunk holds these words: the text was cut between them.',
        fix('RECHUNK', 'Cut the documents anew, with longer chunks'),
        ...(document ? [openDocument(document)] : []),
      );

const checkState: Check = ({ document }) => {
  if (!document) return { text: '' };
  const { name, importId } = document;
  if (!document.isEnabled)
    return lost(
      `“${name}” is turned off.`,
      fix('ENABLE_DOCUMENT', `Turn “${name}” on`, { knowledgeBaseImportId: importId }),
    );
  if (!document.isPublished)
    return lost(
      `“${name}” is not in the index yet.`,
      fix('RETRY_IMPORT', `Import “${name}” again`, { knowledgeBaseImportId: importId }),
    );
  return { text: 'It is in the index and turned on.' };
};

const fieldNames: Record<FilterCondition['field'], string> = {
  DOCUMENT_TYPE: 'document type',
  LANGUAGE: 'language',
  CATEGORY: 'category',
  METADATA: 'metadata',
  NAME: 'name',
  SOURCE: 'source',
  CREATED: 'date',
};

const editable = new Set<FilterCondition['field']>(['DOCUMENT_TYPE', 'LANGUAGE', 'CATEGORY', 'METADATA']);

const checkFilter: Check = ({ document }) => {
  const [first, ...more] = document?.failing ?? [];
  if (!document || !first) return { text: 'No filter keeps it out.' };
  const { name, importId } = document;
  const what = `${fieldNames[first.field]}${first.key ? ` “${first.key}”` : ''}`;
  return lost(
    `The filter leaves “${name}” out: its ${what} does not fit “${first.value}”${more.length > 0 ? `, and ${more.length} more` : ''}.`,
    fix('CLEAR_FILTER', 'Search without the filter'),
    ...(editable.has(first.field)
      ? [fix('ADD_METADATA', `Change what is known of “${name}”`, { knowledgeBaseImportId: importId })]
      : []),
  );
};

const rephrase = fix('REPHRASE', 'Ask in the words of the document');
const hybrid = fix('CHANGE_RETRIEVER', 'Search by words and meaning', { value: 'HYBRID' });

const raiseTopK = (rank: number, topK: number): RetrievalFix[] =>
  rank <= mostChunks ? [fix('RAISE_TOP_K', `Find ${rank} chunks instead of ${topK}`, { value: rank })] : [];

const checkRank: Check = ({ ranking, hasVectors, settings }) => {
  if (!ranking) return { text: '' };
  const better = hasVectors && settings.mode === 'BM25' ? [hybrid] : [];
  const ranks = ranking.ranks
    .filter(({ stage }) => stage === 'bm25' || stage === 'vector' || stage === 'summary' || stage === 'graph')
    .flatMap(({ rank }) => rank ?? []);
  if (ranks.length === 0) return lost(noWayInWords(hasVectors, settings.mode), ...better, rephrase);
  const best = Math.min(...ranks);
  if (best <= ranking.depth) return { text: `It is a candidate: ${ranksInWords(ranking)}.` };
  return lost(
    `It is too far down to be a candidate: ${ranksInWords(ranking)}. The first ${ranking.depth} are looked at.`,
    ...(ranking.rankAtMost === null || ranking.rankAtMost > mostChunks
      ? []
      : raiseTopK(mostChunks, settings.topK)),
    ...better,
    rephrase,
  );
};

const checkThreshold: Check = ({ ranking, settings: { scoreThreshold } }) => {
  const score = ranking?.bestScore ?? 0;
  if (score >= scoreThreshold)
    return { text: `Its score of ${scoreInWords(score)} reaches the threshold of ${scoreThreshold}.` };
  const value = Math.floor(score * 100) / 100;
  return lost(
    `Its best score is ${scoreInWords(score)}, below the threshold of ${scoreThreshold}.`,
    fix('LOWER_THRESHOLD', `Lower the threshold to ${value}`, { value }),
  );
};

const checkRerank: Check = ({ ranking, settings: { isReranked, topK } }) => {
  if (!ranking || !isReranked) return { text: 'Nothing was put in another order.' };
  const { fusedRank, rerankedRank, pool } = ranking;
  const without = fix('TURN_OFF_RERANK', 'Search without reranking');
  if (rerankedRank === null)
    return lost(
      `It has rank ${fusedRank}, and only the first ${pool} are looked at again.`,
      ...(fusedRank === null ? [] : raiseTopK(fusedRank, topK)),
    );
  if (rerankedRank > topK && (fusedRank ?? rerankedRank) <= topK)
    return lost(
      `The reranking moved it from rank ${fusedRank} to ${rerankedRank}, and ${topK === 1 ? 'one chunk is' : `${topK} chunks are`} taken.`,
      without,
      ...raiseTopK(rerankedRank, topK),
    );
  return { text: `The reranking put it at rank ${rerankedRank}.` };
};

const checkContext: Check = ({ ranking, contextTokens, settings: { topK } }) => {
  const rank = ranking?.rerankedRank ?? ranking?.fusedRank ?? 0;
  if (rank === 0 || rank > topK)
    return lost(
      `It has rank ${rank}, and only the first ${topK === 1 ? 'chunk is' : `${topK} chunks are`} taken.`,
      ...raiseTopK(rank, topK),
    );
  if (ranking?.context === 'DUPLICATE')
    return lost(
      'It is left out of an answer because a better chunk says the same.',
      fix('RECHUNK', 'Cut the documents anew, with less overlap'),
    );
  if (ranking?.context === 'BUDGET')
    return lost(
      `It does not fit into the ${contextTokens} tokens that an app gives its model.`,
      fix('CHANGE_RETRIEVER', 'Take only the sentences that matter', { value: 'CONTEXTUAL_COMPRESSION' }),
    );
  return { text: `It is found, at rank ${rank} of ${topK}.` };
};

const checks: readonly [LossStage, Check][] = [
  ['IMPORT', checkImport],
  ['PARSE', checkParse],
  ['CHUNK', checkChunk],
  ['STATE', checkState],
  ['FILTER', checkFilter],
  ['RANK', checkRank],
  ['THRESHOLD', checkThreshold],
  ['RERANK', checkRerank],
  ['CONTEXT', checkContext],
];

/** Explains in plain words the first stage at which a chunk was lost, with fixes. */
export const explainFacts = (facts: Facts): RetrievalExplanation => {
  const steps: ExplanationStep[] = [];
  let loss: (Verdict & { stage: LossStage }) | undefined;
  for (const [stage, check] of checks) {
    if (loss) {
      steps.push({ stage, outcome: 'NOT_REACHED', text: '' });
      continue;
    }
    const verdict = check(facts);
    if (verdict.fixes) loss = { ...verdict, stage };
    steps.push({ stage, outcome: verdict.fixes ? 'LOST' : 'PASSED', text: verdict.text });
  }
  const last = { stage: null, fixes: [], text: steps.at(-1)?.text ?? '' };
  const { stage, text, fixes = [] } = loss ?? last;
  return {
    found: stage === null,
    lostAt: stage,
    reason: text,
    steps,
    ranks: [...(facts.ranking?.ranks ?? [])],
    fixes,
    chunk: facts.chunk,
  };
};
