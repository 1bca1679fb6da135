import { z } from 'zod';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { testRetrieval } from '../../../content/search/index.ts';

export const SearchInput = z.object({
  query: z.string().trim().min(1).max(4000).describe('What to look for: a question or words.'),
  limit: z.number().int().min(1).max(20).optional().describe('The most passages to return; 5 without it.'),
});

export const SearchOutput = z.object({
  passages: z.array(
    z.object({
      text: z.string(),
      score: z.number(),
      document: z.string(),
      document_id: z.string(),
      page: z.number().int().optional(),
      second: z.number().int().optional(),
      heading: z.string().optional(),
    }),
  ),
});
type SearchOutput = z.infer<typeof SearchOutput>;

const usualLimit = 5;

/** Searches a knowledge base on behalf of a tool, with its own settings. Throws `knowledge.not_found`. */
export const searchTool = async (
  ctx: Ctx,
  { query, limit = usualLimit }: z.infer<typeof SearchInput>,
  { knowledgeBaseId, signal }: { knowledgeBaseId: string; signal: AbortSignal },
): Promise<SearchOutput> => {
  const { results } = await testRetrieval(ctx, { knowledgeBaseId, query, topK: limit }, signal);
  return {
    passages: results.map(
      ({ text, score, document: { name, knowledgeBaseImportId, page, second, heading } }) => ({
        ...{ text, score, document: name, document_id: knowledgeBaseImportId },
        ...(page === undefined ? {} : { page }),
        ...(second === undefined ? {} : { second }),
        ...(heading === undefined ? {} : { heading }),
      }),
    ),
  };
};

/** Returns passages as text, for clients that read no structured content. */
export const passagesText = ({ passages }: SearchOutput): string =>
  passages.length === 0
    ? 'Nothing was found.'
    : passages.map(({ text, document }, index) => `[${index + 1}] ${document}\n${text}`).join('\n\n');
