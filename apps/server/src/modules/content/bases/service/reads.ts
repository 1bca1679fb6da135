import type { KnowledgeBase } from '@atelier/contracts/content/bases/knowledge-shapes';
import type { SQL } from 'drizzle-orm';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import type { PageOrder } from '../../../../kernel/db/paging.ts';
import type { RunSubject, ShownSubject } from '../../../../kernel/runs/index.ts';
import { documentCounts, findKnowledgeBaseUses } from '../extension-points.ts';
import { presentKnowledgeBase } from '../present.ts';
import { indexVersionRepository } from '../repository/index-versions.ts';
import {
  type KnowledgeBaseSort,
  knowledgeBaseRepository,
  type SearchedBase,
} from '../repository/knowledge-bases.ts';
import type { KnowledgeBaseRow, KnowledgeBaseWithIndex } from '../tables.ts';
import { visibleKnowledge } from '../visible-knowledge.ts';

type Search = { search?: string | undefined };

/** Returns a knowledge base that the actor may see. Throws `knowledge.not_found`. */
export const getKnowledgeBaseRow = async (tx: TxCtx, id: string): Promise<KnowledgeBaseWithIndex> =>
  (await knowledgeBaseRepository.find(tx.db, id, visibleKnowledge.bases(tx))) ?? fail('knowledge.not_found');

/** Returns a knowledge base, without checking permissions. */
export const findKnowledgeBaseRow = (tx: TxCtx, id: string): Promise<KnowledgeBaseWithIndex | undefined> =>
  knowledgeBaseRepository.find(tx.db, id);

/** Lists those of the knowledge bases that exist and satisfy the condition. A statement may select their ids. */
export const listKnowledgeBaseRows = (
  { db }: TxCtx,
  ids: readonly string[] | SQL,
  visible?: SQL,
): Promise<KnowledgeBaseWithIndex[]> =>
  'length' in ids
    ? knowledgeBaseRepository.listByIds(db, ids, visible)
    : knowledgeBaseRepository.listSelected(db, ids, visible);

/** Lists the knowledge bases that the actor may see, at most `limit` of them, by name. */
export const listVisibleKnowledgeBases = async (tx: TxCtx, limit: number): Promise<KnowledgeBaseRow[]> => {
  const page = { sort: 'name', order: 'asc', limit, visible: visibleKnowledge.bases(tx) } as const;
  const { rows } = await knowledgeBaseRepository.list(tx.db, page);
  return rows.map(({ base }) => base);
};

export const hasKnowledgeBase = ({ db }: TxCtx): Promise<boolean> => knowledgeBaseRepository.isAny(db);

/** Reads everything that a search needs from knowledge bases before it ranks, in one statement. */
export const listSearchedBases = (
  { db }: TxCtx,
  ids: readonly string[],
  visible?: SQL,
): Promise<SearchedBase[]> => knowledgeBaseRepository.listSearched(db, ids, visible);

/** Returns the models that embed the questions to those of the knowledge bases that are searched. */
export const listEmbeddingModels = ({ db }: TxCtx, ids: readonly string[]): Promise<string[]> =>
  knowledgeBaseRepository.embeddingModels(db, ids);

const readExtras = async (tx: TxCtx, ids: readonly string[]) => {
  const [counts, uses] = await Promise.all([
    tx.services.extensions.require(documentCounts)(tx, ids),
    findKnowledgeBaseUses(tx, ids),
  ]);
  return { counts, uses };
};

const presentAll = async (tx: TxCtx, rows: readonly KnowledgeBaseWithIndex[]): Promise<KnowledgeBase[]> => {
  const extras = await readExtras(
    tx,
    rows.map(({ base }) => base.id),
  );
  return rows.map((row) => presentKnowledgeBase(tx, row, extras));
};

/** Throws `knowledge.not_found`. */
export const getKnowledgeBase = (ctx: AnyCtx, id: string): Promise<KnowledgeBase> =>
  ctx.read(async (tx) => {
    const [row, extras] = await Promise.all([getKnowledgeBaseRow(tx, id), readExtras(tx, [id])]);
    return presentKnowledgeBase(tx, row, extras);
  });

export const listKnowledgeBases = (ctx: AnyCtx, page: PageOrder<KnowledgeBaseSort> & Search) =>
  ctx.read(
    (tx) => knowledgeBaseRepository.list(tx.db, { ...page, visible: visibleKnowledge.bases(tx) }),
    async (tx, { rows, ...rest }) => ({ ...rest, items: await presentAll(tx, rows) }),
  );

export const knowledgeBaseNames = {
  /** Returns the names of those knowledge bases that exist, by id. */
  async find(tx: TxCtx, ids: readonly string[]): Promise<Map<string, string>> {
    const rows = await knowledgeBaseRepository.listByIds(tx.db, ids);
    return new Map(rows.map(({ base }) => [base.id, base.name]));
  },

  /** Shows runs under the knowledge base that is their scope, with the address of one of its sections. */
  asSubjects:
    (section: string) =>
    async (tx: TxCtx, runs: readonly RunSubject[]): Promise<Map<string, ShownSubject>> => {
      const names = await knowledgeBaseNames.find(tx, [...new Set(runs.map(({ scopeId }) => scopeId))]);
      const shown = new Map<string, ShownSubject>();
      for (const { subjectId, scopeId } of runs) {
        const name = names.get(scopeId);
        if (name !== undefined)
          shown.set(subjectId, { name, address: `/knowledge-base/${scopeId}/${section}` });
      }
      return shown;
    },

  /** Lists the knowledge bases with an index version that is stored through one of the connections. */
  listOn: (tx: TxCtx, connectionIds: readonly string[]) =>
    indexVersionRepository.listBasesOn(tx.db, connectionIds),

  /** Returns, in lower case, those of the names that a knowledge base already has. */
  findTaken: (tx: TxCtx, names: readonly string[]): Promise<string[]> =>
    knowledgeBaseRepository.taken(tx.db, names),
};
