import { type AnyColumn, eq, type SQL, sql } from 'drizzle-orm';
import type { AnyCtx } from '../../../kernel/context/context.ts';
import { defineVisibility } from '../../account/access/declarations.ts';
import { knowledgeBases, knowledgeImports } from './tables.ts';

export const isOpen = eq(knowledgeBases.share, 'EVERYONE');
const bases = defineVisibility(knowledgeBases.id, isOpen);

const through = (column: AnyColumn) =>
  defineVisibility(
    column,
    sql`exists (select 1 from ${knowledgeBases} where ${knowledgeBases.id} = ${column} and ${isOpen})`,
  );

/**
 * Conditions for the rows that the actor may see (KB-11). Searches of an app do not use them, because the app's own settings decide which
 * knowledge bases it searches.
 */
export const visibleKnowledge = {
  bases,
  /** Documents of visible knowledge bases. */
  imports: through(knowledgeImports.knowledgeBaseId),
  /** Rows of another table whose knowledge base is named in `column`. */
  through: (ctx: AnyCtx, column: AnyColumn): SQL | undefined => through(column)(ctx),
};
