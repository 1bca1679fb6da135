import { eq, type SQL, sql } from 'drizzle-orm';
import type { AnyCtx } from '../../../kernel/context/context.ts';
import { visibleTo } from '../../account/access/index.ts';
import { knowledgeBases, knowledgeImports } from './tables.ts';

const isOpen = eq(knowledgeBases.share, 'EVERYONE');

/** The knowledge bases that whoever acts may see (KB-11). What an app answers from is the app's matter and not asked here. */
export const visibleKnowledge = (ctx: AnyCtx): SQL | undefined => visibleTo(ctx, knowledgeBases.id, isOpen);

const isOfOpen = sql`exists (select 1 from ${knowledgeBases}
  where ${knowledgeBases.id} = ${knowledgeImports.knowledgeBaseId} and ${isOpen})`;

/** The documents that whoever acts may see: those of visible knowledge bases. */
export const visibleImports = (ctx: AnyCtx): SQL | undefined =>
  visibleTo(ctx, knowledgeImports.knowledgeBaseId, isOfOpen);
