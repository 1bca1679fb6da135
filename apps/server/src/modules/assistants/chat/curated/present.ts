import type { CuratedAnswer } from '@atelier/contracts/assistants/chat/curated-answers';
import { revisionFrom } from '../../../../kernel/base/revision-from.ts';
import type { CuratedRow } from '../tables.ts';

export const presentCurated = (row: CuratedRow): CuratedAnswer => ({
  suggestionId: row.id,
  revision: revisionFrom([row.question, row.wordings, row.answer, row.sources, row.active]),
  appId: row.appId,
  question: row.question,
  wordings: row.wordings,
  answer: row.answer,
  sources: row.sources,
  active: row.active,
  uses: row.uses,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  updatedAt: row.updatedAt.toISOString(),
});
