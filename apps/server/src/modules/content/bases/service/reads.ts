import type { KnowledgeBase } from '@atelier/contracts/content/bases/knowledge-shapes';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import type { PageOrder } from '../../../../kernel/db/paging.ts';
import type { RunSubject, ShownSubject } from '../../../../kernel/runs/index.ts';
import { findKnowledgeBaseUses } from '../knowledge-base-uses.ts';
import { presentKnowledgeBase } from '../present.ts';
import { type ImportWithRun, importRepository } from '../repository/imports.ts';
import {
  type KnowledgeBaseSort,
  type KnowledgeBaseWithIndex,
  knowledgeBaseRepository,
} from '../repository/knowledge-bases.ts';
import { visibleKnowledge } from '../visible-knowledge.ts';

type Search = { search?: string | undefined };

/** Returns a knowledge base that the actor may see. Throws `knowledge.not_found`. */
export const getKnowledgeBaseRow = async (tx: TxCtx, id: string): Promise<KnowledgeBaseWithIndex> =>
  (await knowledgeBaseRepository.find(tx.db, id, visibleKnowledge.bases(tx))) ?? fail('knowledge.not_found');

/** Returns an import that the actor may see. Throws `knowledge.import_not_found`. */
export const getImportRow = async (tx: TxCtx, id: string): Promise<ImportWithRun> =>
  (await importRepository.find(tx.db, id, visibleKnowledge.imports(tx))) ??
  fail('knowledge.import_not_found');

const readExtras = async (tx: TxCtx, ids: readonly string[]) => {
  const [counts, uses] = await Promise.all([
    knowledgeBaseRepository.countByStatus(tx.db, ids),
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

  /** Returns, in lower case, those of the names that a knowledge base already has. */
  findTaken: (tx: TxCtx, names: readonly string[]): Promise<string[]> =>
    knowledgeBaseRepository.taken(tx.db, names),
};
