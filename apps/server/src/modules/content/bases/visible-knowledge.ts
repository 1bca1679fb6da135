import { type AnyColumn, eq, type SQL, sql } from 'drizzle-orm';
import type { AnyCtx } from '../../../kernel/context/context.ts';
import { visibleTo } from '../../account/access/index.ts';
import { knowledgeBases, knowledgeImports } from './tables.ts';

const isOpen = eq(knowledgeBases.share, 'EVERYONE');

/**
 * A condition for the knowledge bases that the actor may see (KB-11). Searches of an app do not use it: the app's own
 * settings decide what it answers from.
 */
export const visibleKnowledge = (ctx: AnyCtx): SQL | undefined => visibleTo(ctx, knowledgeBases.id, isOpen);

/** A condition for rows of another table whose knowledge base, named in `column`, the actor may see. */
export const visibleThrough = (ctx: AnyCtx, column: AnyColumn): SQL | undefined =>
  visibleTo(
    ctx,
    column,
    sql`exists (select 1 from ${knowledgeBases} where ${knowledgeBases.id} = ${column} and ${isOpen})`,
  );

/** A condition for the documents that the actor may see: those of visible knowledge bases. */
export const visibleImports = (ctx: AnyCtx): SQL | undefined =>
  visibleThrough(ctx, knowledgeImports.knowledgeBaseId);
