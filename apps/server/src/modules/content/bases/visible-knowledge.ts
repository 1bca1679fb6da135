import { type AnyColumn, eq, type SQL, sql } from 'drizzle-orm';
import type { AnyCtx } from '../../../kernel/context/context.ts';
import { defineVisibility } from '../../account/access/declarations.ts';
import { knowledgeBases } from './tables.ts';

export const isOpen = eq(knowledgeBases.share, 'EVERYONE');
const bases = defineVisibility(knowledgeBases.id, isOpen);

const through = (column: AnyColumn) =>
  defineVisibility(
    column,
    sql`exists (select 1 from ${knowledgeBases} where ${knowledgeBases.id} = ${column} and ${isOpen})`,
  );

/** Selects the id of the active index version of a knowledge base, whose id is in `column`. */
export const selectActiveIndex = (column: AnyColumn): SQL =>
  sql`(select ${knowledgeBases.activeIndexVersion} from ${knowledgeBases} where ${knowledgeBases.id} = ${column})`;

/**
 * Conditions for the rows that the actor may see (KB-11). Searches of an app do not use them, because the app's own settings decide which
 * knowledge bases it searches.
 */
export const visibleKnowledge = {
  bases,
  /** Rows of another table whose knowledge base is named in `column`. */
  through: (ctx: AnyCtx, column: AnyColumn): SQL | undefined => through(column)(ctx),
};
