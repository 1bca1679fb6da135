import type { ExpectedChunk, SavedQuestion } from '@atelier/contracts/content/retrieval/retrieval-records';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import { checkRevision } from '../../../../kernel/context/check-revision.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { visibleKnowledge } from '../../bases/declarations.ts';
import { getKnowledgeBaseRow } from '../../bases/index.ts';
import { findImports } from '../../documents/index.ts';
import { presentQuestion } from '../present.ts';
import { retrievalRepository, type SavedQuestionRow } from '../repository.ts';

interface NewQuestion {
  knowledgeBaseId: string;
  query: string;
  expected: ExpectedChunk[];
}

const getQuestion = async (tx: TxCtx, id: string): Promise<SavedQuestionRow> =>
  (await retrievalRepository.findQuestion(tx.db, id, (base) => visibleKnowledge.through(tx, base))) ??
  fail('retrieval.question_not_found');

/** Returns the documents with their current names. Documents of other knowledge bases count as not found. */
const named = async (
  tx: TxCtx,
  knowledgeBaseId: string,
  expected: readonly ExpectedChunk[],
): Promise<ExpectedChunk[]> => {
  const ids = [...new Set(expected.map(({ knowledgeBaseImportId }) => knowledgeBaseImportId))];
  const rows = await findImports(tx, ids);
  const names = new Map(
    rows
      .filter((row) => row.import.knowledgeBaseId === knowledgeBaseId)
      .map((row) => [row.import.id, row.import.name]),
  );
  return expected.map((each) => ({
    ...each,
    documentName: names.get(each.knowledgeBaseImportId) ?? fail('knowledge.import_not_found'),
  }));
};

const refuseSame = async (
  tx: TxCtx,
  { knowledgeBaseId, query }: Pick<NewQuestion, 'knowledgeBaseId' | 'query'>,
  except?: string,
): Promise<void> => {
  const same = await retrievalRepository.findSameQuestion(tx.db, knowledgeBaseId, query);
  if (same !== undefined && same !== except) fail('retrieval.question_saved');
};

/** Throws `knowledge.not_found`, `knowledge.import_not_found` and `retrieval.question_saved`. */
export const saveQuestion = (ctx: AnyCtx, question: NewQuestion): Promise<SavedQuestion> =>
  ctx.tx(async (tx) => {
    const { knowledgeBaseId, query } = question;
    await getKnowledgeBaseRow(tx, knowledgeBaseId);
    await refuseSame(tx, question);
    const id = newId('svq');
    const expected = await named(tx, knowledgeBaseId, question.expected);
    await retrievalRepository.insertQuestion(tx.db, { id, knowledgeBaseId, query, expected });
    await tx.audit('retrieval.question_saved', id, { knowledgeBaseId });
    return presentQuestion(tx, await getQuestion(tx, id));
  });

/** Throws `retrieval.question_not_found`, `retrieval.question_changed_meanwhile`, `knowledge.import_not_found` and `retrieval.question_saved`. */
export const changeQuestion = (
  ctx: AnyCtx,
  id: string,
  {
    revision,
    ...change
  }: {
    query?: string | undefined;
    expected?: ExpectedChunk[] | undefined;
    revision?: number | undefined;
  },
): Promise<SavedQuestion> =>
  ctx.tx(async (tx) => {
    const newest = async () => presentQuestion(tx, await getQuestion(tx, id));
    await checkRevision(tx, 'retrieval.question_changed_meanwhile', { id, revision, newest });
    const { knowledgeBaseId } = await getQuestion(tx, id);
    const { query } = change;
    if (query !== undefined) await refuseSame(tx, { knowledgeBaseId, query }, id);
    const expected = change.expected && (await named(tx, knowledgeBaseId, change.expected));
    await retrievalRepository.updateQuestion(tx.db, id, {
      ...(query === undefined ? {} : { query }),
      ...(expected === undefined ? {} : { expected }),
    });
    await tx.audit('retrieval.question_changed', id);
    return presentQuestion(tx, await getQuestion(tx, id));
  });

/** Throws `retrieval.question_not_found`. */
export const removeQuestion = (ctx: AnyCtx, id: string): Promise<void> =>
  ctx.tx(async (tx) => {
    await getQuestion(tx, id);
    await retrievalRepository.removeQuestion(tx.db, id);
    await tx.audit('retrieval.question_removed', id);
  });

interface QuestionList {
  knowledgeBaseId: string;
  limit: number;
  cursor?: string | undefined;
  search?: string | undefined;
}

/** Throws `knowledge.not_found`. */
export const listQuestions = (ctx: AnyCtx, { knowledgeBaseId, search, limit, cursor }: QuestionList) =>
  ctx.tx(async (tx) => {
    await getKnowledgeBaseRow(tx, knowledgeBaseId);
    const order = { sort: 'createdAt', order: 'desc' as const, limit, cursor };
    const { rows, nextCursor, total } = await retrievalRepository.listQuestions(
      tx.db,
      { knowledgeBaseId, search },
      order,
    );
    return { items: rows.map((row) => presentQuestion(tx, row)), nextCursor, total };
  });

/** Lists all saved questions of a knowledge base, for comparing two versions of its index. */
export const readSavedQuestions = (tx: TxCtx, knowledgeBaseId: string): Promise<SavedQuestionRow[]> =>
  retrievalRepository.listAllQuestions(tx.db, knowledgeBaseId);
