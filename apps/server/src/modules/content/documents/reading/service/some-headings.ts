import type { TxCtx } from '../../../../../kernel/context/context.ts';
import { knowledgeBaseRepository } from '../../../bases/index.ts';
import { chunkRepository } from '../../../indexing/index.ts';

/** The most chunks that are read for their headings, and the most headings that are returned. */
const most = { chunks: 200, headings: 3 };

/** Returns some headings of documents that can be found now, each without its parent headings. */
export const someHeadings = async (tx: TxCtx, knowledgeBaseIds: readonly string[]): Promise<string[]> => {
  const bases = await knowledgeBaseRepository.listByIds(tx.db, knowledgeBaseIds);
  const versions = bases.map(({ index }) => index.id);
  const headings = await chunkRepository.someHeadings(tx.db, versions, most);
  return [...new Set(headings.map((heading) => heading.split(' > ').at(-1) ?? heading))];
};
