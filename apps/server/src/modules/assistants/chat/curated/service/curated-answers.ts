import {
  type CuratedAnswer,
  type CuratedSource,
  type curatedAnswers,
  mostCuratedAnswers,
} from '@atelier/contracts/assistants/chat/curated-answers';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import { fail } from '../../../../../kernel/base/errors.ts';
import { newId } from '../../../../../kernel/base/ids.ts';
import { findUserId } from '../../../../../kernel/context/actor.ts';
import { checkRevision } from '../../../../../kernel/context/check-revision.ts';
import type { AnyCtx, TxCtx } from '../../../../../kernel/context/context.ts';
import { findEntityNames } from '../../../../../kernel/entities/entity-kind.ts';
import { findChunks, presentChunks } from '../../../../content/search/index.ts';
import { getApp } from '../../../apps/index.ts';
import { citeChunk } from '../../cite.ts';
import type { CuratedRow } from '../../tables.ts';
import { presentCurated } from '../present.ts';
import { curatedRepository } from '../repository.ts';
import { findCurated, findTaken } from './plan-curated.ts';

type ListQuery = RequestOf<(typeof curatedAnswers.endpoints)['list']>['query'];

/** Lists the curated answers of a visible app, or the one that a question gets. Throws `apps.not_found`. */
export const listCurated = (ctx: AnyCtx, { appId, query, ...page }: ListQuery) =>
  ctx.tx(async (tx) => {
    await getApp(tx, appId);
    const found = query === undefined ? undefined : await findCurated(tx, appId, query);
    if (query !== undefined && found === undefined) return { items: [], nextCursor: null, total: 0 };
    const filter = { appId, id: found?.id, search: page.search };
    const { rows, nextCursor, total } = await curatedRepository.list(tx.db, filter, page);
    return { items: rows.map(presentCurated), nextCursor, total };
  });

/** Deletes a curated answer of a visible app. Throws `suggestions.not_found`. */
export const removeCurated = (ctx: AnyCtx, id: string): Promise<void> =>
  ctx.tx(async (tx) => {
    const row = (await curatedRepository.find(tx.db, id)) ?? fail('suggestions.not_found');
    if (!(await findEntityNames(tx, [row.appId])).has(row.appId)) fail('suggestions.not_found');
    await curatedRepository.remove(tx.db, id);
    await tx.audit('suggestions.removed', id, { appId: row.appId });
  });

type Input = RequestOf<(typeof curatedAnswers.endpoints)['save']>['body'];

interface Cited {
  knowledgeBaseIds: readonly string[];
  question: string;
  answer: string;
}

/** Cites a passage with the quote that supports the sentence before its mark. */
const cite = async (
  tx: TxCtx,
  { knowledgeBaseIds, question, answer }: Cited,
  { chunkId, mark }: { chunkId: string; mark: number },
): Promise<CuratedSource> => {
  const [found] = await findChunks(tx, [chunkId]);
  const knowledgeBaseId = found?.document.knowledgeBaseId;
  if (knowledgeBaseId === undefined || !knowledgeBaseIds.includes(knowledgeBaseId))
    return fail('suggestions.source_not_found');
  const [hit] = await presentChunks(tx, { knowledgeBaseId, query: question }, [{ chunkId, score: 1 }]);
  if (hit === undefined) return fail('suggestions.source_not_found');
  const markAt = Math.max(answer.indexOf(`[${mark}]`), 0);
  const {
    index: _index,
    markAt: _markAt,
    missingFigures: _missingFigures,
    ...source
  } = citeChunk({ hit }, question, {
    ...{ index: mark, markAt, before: answer.slice(0, markAt) },
  });
  return source;
};

/** Returns the sources; those that were stored before stay as they are. */
const citeSources = async (
  tx: TxCtx,
  cited: Cited,
  { asked, before }: { asked: Input['sources']; before: readonly CuratedSource[] },
): Promise<CuratedSource[]> => {
  const known = new Map(before.map((source) => [source.chunkId, source]));
  const sources: CuratedSource[] = [];
  for (const [at, { chunkId }] of asked.entries())
    sources.push(known.get(chunkId) ?? (await cite(tx, cited, { chunkId, mark: at + 1 })));
  return sources;
};

/** A source without a mark in the text is cited at its end. */
const withAllMarks = (answer: string, sources: readonly unknown[]): string => {
  const missing = sources.map((_source, at) => `[${at + 1}]`).filter((mark) => !answer.includes(mark));
  return missing.length === 0 ? answer : `${answer} ${missing.join('')}`;
};

const findBefore = async (tx: TxCtx, { suggestionId, appId }: Input): Promise<CuratedRow | undefined> => {
  if (suggestionId === undefined) return undefined;
  const row = await curatedRepository.find(tx.db, suggestionId);
  return row?.appId === appId ? row : fail('suggestions.not_found');
};

const checkNew = async (tx: TxCtx, appId: string): Promise<void> => {
  const all = await curatedRepository.listQuestions(tx.db, appId, { onlyActive: false });
  if (all.length >= mostCuratedAnswers) fail('suggestions.too_many');
};

/**
 * Writes an answer for a question of a visible app, or changes one. Throws `apps.not_found`, `suggestions.not_found`, `suggestions.changed_meanwhile`, `suggestions.too_many`,
 * `suggestions.question_taken` and `suggestions.source_not_found`.
 */
export const saveCurated = (ctx: AnyCtx, input: Input): Promise<CuratedAnswer> =>
  ctx.tx(async (tx) => {
    const { appId, question, wordings, active } = input;
    const { knowledgeBaseIds } = await getApp(tx, appId);
    if (input.suggestionId !== undefined) {
      const newest = async () =>
        presentCurated((await findBefore(tx, input)) ?? fail('suggestions.not_found'));
      const { suggestionId: id, revision } = input;
      await checkRevision(tx, 'suggestions.changed_meanwhile', { id, revision, newest });
    }
    const before = await findBefore(tx, input);
    if (before === undefined) await checkNew(tx, appId);
    const taken = await findTaken(tx, { appId, id: before?.id, questions: [question, ...wordings] });
    if (taken !== undefined) fail('suggestions.question_taken', { suggestionId: taken });
    const answer = withAllMarks(input.answer, input.sources);
    const sources = await citeSources(
      tx,
      { knowledgeBaseIds, question, answer },
      { asked: input.sources, before: before?.sources ?? [] },
    );
    const updatedBy = findUserId(tx);
    const written = { question, wordings, answer, sources, active, updatedBy };
    const id = before?.id ?? newId('cur');
    const row = before
      ? await curatedRepository.update(tx.db, id, written)
      : await curatedRepository.insert(tx.db, { ...written, id, appId });
    await tx.audit(before ? 'suggestions.changed' : 'suggestions.written', id, { appId, active });
    return presentCurated(row ?? fail('suggestions.not_found'));
  });
