import type { IndexComparison } from '@atelier/contracts/content/versions/index-versions';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { getKnowledgeBaseRow } from '../../bases/index.ts';
import { versionContentRepository } from '../../indexing/index.ts';
import { readSavedQuestions, type SavedQuestionRow } from '../../retrieval/index.ts';
import { completeSettings, searchKnowledge } from '../../search/index.ts';
import { compareFindings, computeScore, judge } from './judge-results.ts';
import { getVersion } from './read-versions.ts';

type Compared = IndexComparison['questions'][number];

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
