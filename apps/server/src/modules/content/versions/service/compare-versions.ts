import type { ExpectedChunk } from '@atelier/contracts/content/retrieval/retrieval-records';
import type { RetrievalResult } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import type { IndexComparison } from '@atelier/contracts/content/versions/index-versions';
import { hasText } from '@atelier/contracts/fields/find-text';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { getKnowledgeBaseRow } from '../../bases/index.ts';
import { readSavedQuestions, type SavedQuestionRow } from '../../retrieval/index.ts';
import { completeSettings, searchKnowledge } from '../../search/index.ts';
import { versionContentRepository } from '../repository.ts';
import { getVersion } from './read-versions.ts';

const splitWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const runLength = 3;
const leastShared = 0.5;

/** Returns all sequences of three words; a shorter text is one sequence. */
const listWordRuns = (text: string): Set<string> => {
  const words = splitWords(text);
  const size = Math.min(runLength, words.length);
  const runs = words.slice(0, Math.max(0, words.length - size + 1));
  return new Set(runs.map((_, at) => words.slice(at, at + size).join(' ')));
};

/**
 * Returns whether a result is the expected chunk. Another version splits at other offsets, so a result counts if either chunk contains half
 * of the other's word sequences.
 */
const isSameChunk = (
  { document, text }: Pick<RetrievalResult, 'text' | 'document'>,
  expected: ExpectedChunk,
): boolean => {
  if (expected.knowledgeBaseImportId !== document.knowledgeBaseImportId) return false;
  if (expected.text === '') return true;
  if (hasText(text.toLowerCase(), expected.text.toLowerCase())) return true;
  const [wanted, got] = [listWordRuns(expected.text), listWordRuns(text)];
  const shared = wanted.intersection(got).size;
  const smaller = Math.min(wanted.size, got.size);
  return smaller > 0 && shared / smaller >= leastShared;
};

type Compared = IndexComparison['questions'][number];
type Finding = Compared['active'];

/** Finds the expected chunks of a question among results. */
export const judge = (
  results: readonly RetrievalResult[],
  { expected }: Pick<SavedQuestionRow, 'expected'>,
): Finding => {
  const first = results.findIndex((result) => expected.some((each) => isSameChunk(result, each)));
  return {
    rank: first === -1 ? null : first + 1,
    found: expected.filter((each) => results.some((result) => isSameChunk(result, each))).length,
  };
};

/** Compares two results: more expected chunks are better and, with equal numbers, better ranks. */
export const compareFindings = (active: Finding, candidate: Finding): Compared['difference'] => {
  const worst = Number.POSITIVE_INFINITY;
  const by = candidate.found - active.found || (active.rank ?? worst) - (candidate.rank ?? worst) || 0;
  if (by > 0) return 'BETTER';
  return by < 0 ? 'WORSE' : 'SAME';
};

/** Returns the means over questions, of which there is one at least. */
export const computeScore = <Q extends Pick<Compared, 'expected'>>(
  questions: readonly Q[],
  of: (question: Q) => Finding,
) => {
  const mean = (value: (question: Q) => number) =>
    questions.reduce((sum, question) => sum + value(question), 0) / questions.length;
  return {
    recall: mean((question) => of(question).found / question.expected),
    mrr: mean((question) => 1 / (of(question).rank ?? Number.POSITIVE_INFINITY)),
  };
};

/** The most questions of one comparison; more would take too long. */
const mostQuestions = 200;

/**
 * Searches both the active and another version for each saved question, with the settings of the knowledge base. Throws
 * what `getVersion` throws, `index_versions.active` and `index_versions.no_questions`.
 */
export const compareVersions = async (
  ctx: Ctx,
  { id, versionId }: { id: string; versionId: string },
  signal: AbortSignal,
): Promise<IndexComparison> => {
  const { base, active, pending, saved } = await ctx.tx(async (tx) => {
    const { version, active } = await getVersion(tx, { id, versionId });
    if (version.id === active.id) fail('index_versions.active');
    const pair = { knowledgeBaseId: id, versionId, activeId: active.id };
    return {
      base: (await getKnowledgeBaseRow(tx, id)).base,
      active,
      pending: await versionContentRepository.countBehind(tx.db, pair),
      saved: (await readSavedQuestions(tx, id)).slice(0, mostQuestions),
    };
  });
  if (saved.length === 0) fail('index_versions.no_questions');
  const settings = completeSettings(base.retrieval);
  const ask = async (question: SavedQuestionRow, indexVersionId: string) => {
    const asked = { ...settings, knowledgeBaseIds: [id], query: question.query, indexVersionId, signal };
    return judge((await searchKnowledge(ctx, asked)).results, question);
  };
  const questions: Compared[] = [];
  for (const question of saved) {
    const found = { active: await ask(question, active.id), candidate: await ask(question, versionId) };
    questions.push({
      savedQuestionId: question.id,
      query: question.query,
      expected: question.expected.length,
      ...found,
      difference: compareFindings(found.active, found.candidate),
    });
  }
  return {
    topK: settings.topK,
    active: computeScore(questions, (question) => question.active),
    candidate: computeScore(questions, (question) => question.candidate),
    pending,
    questions,
  };
};
