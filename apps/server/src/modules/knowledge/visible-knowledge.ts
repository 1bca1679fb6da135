import type { SQL } from 'drizzle-orm';
import type { AnyCtx } from '../../kernel/context.ts';
import { visibleTo } from '../access/index.ts';
import { knowledgeBases, knowledgeImports } from './tables.ts';

/** The knowledge bases that whoever acts may see. What an app answers from is the app's matter and not asked here. */
export const visibleKnowledge = (ctx: AnyCtx): SQL | undefined => visibleTo(ctx, knowledgeBases.id, 'all');

/** The documents that whoever acts may see: those of visible knowledge bases. */
export const visibleImports = (ctx: AnyCtx): SQL | undefined =>
  visibleTo(ctx, knowledgeImports.knowledgeBaseId, 'all');
