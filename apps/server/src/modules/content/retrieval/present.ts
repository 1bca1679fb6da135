import type { RetrievalRecord, SavedQuestion } from '@atelier/contracts/content/retrieval/retrieval-records';
import { revisionFrom } from '../../../kernel/base/revision-from.ts';
import type { AnyCtx } from '../../../kernel/context/context.ts';
import { canChangeKnowledgeBase } from '../bases/declarations.ts';
import { type RetrievalHistoryRow } from '../search/declarations.ts';
import { completeSettings } from '../search/index.ts';
import type { SavedQuestionRow } from './repository.ts';

export const presentRecord = (row: RetrievalHistoryRow, knowledgeBaseName: string): RetrievalRecord => ({
  retrievalId: row.id,
  knowledgeBaseId: row.knowledgeBaseId,
  knowledgeBaseName,
  origin: row.origin,
  appId: row.appId,
  query: row.query,
  settings: completeSettings(row.settings),
  mode: row.mode,
  note: row.note,
  results: row.results,
  timings: row.timings,
  askedBy: row.userId === null ? null : { userId: row.userId, name: row.userName ?? '' },
  createdAt: row.createdAt.toISOString(),
});

export const presentQuestion = (ctx: AnyCtx, row: SavedQuestionRow): SavedQuestion => ({
  savedQuestionId: row.id,
  revision: revisionFrom([row.query, row.expected]),
  knowledgeBaseId: row.knowledgeBaseId,
  query: row.query,
  expected: row.expected,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  abilities: { canUpdate: canChangeKnowledgeBase(ctx), canRemove: canChangeKnowledgeBase(ctx) },
});
