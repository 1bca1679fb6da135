import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import type { KnowledgeBase } from '@atelier/contracts/content/bases/knowledge-shapes';
import { baseRemoval } from '@atelier/contracts/content/documents/base-removal';
import { usePages, useRead, useWrite } from '../../../lib/query.ts';

const refreshMs = 4000;

export interface BaseListQuery {
  search: string;
  sort: 'name' | 'createdAt' | 'updatedAt';
  order: 'asc' | 'desc';
}

/** Reads the knowledge bases, and polls while documents of one of them are being imported. */
export const useKnowledgeBases = (query: BaseListQuery) =>
  usePages(
    knowledge.endpoints.list,
    { query },
    {
      refetchInterval: (pages) =>
        pages.some((page) => page.items.some((base) => base.counts.processing > 0)) && refreshMs,
    },
  );

export const useKnowledgeBase = (id: string, options: { enabled?: boolean } = {}) =>
  useRead(knowledge.endpoints.get, { params: { id } }, options);

export const useCreateKnowledgeBase = () =>
  useWrite(knowledge.endpoints.create, { refreshes: [knowledge.endpoints.list] });

export const useUpdateKnowledgeBase = () =>
  useWrite(knowledge.endpoints.update, {
    refreshes: [knowledge.endpoints.get, knowledge.endpoints.list],
    success: 'Settings updated successfully',
  });

/** Switches the summaries of newly imported documents on or off (KB-03). */
export const useSwitchSummaries = () =>
  useWrite(knowledge.endpoints.update, { refreshes: [knowledge.endpoints.get] });

export const useRemoveKnowledgeBase = ({ name }: Pick<KnowledgeBase, 'name'>) =>
  useWrite(baseRemoval.endpoints.remove, {
    refreshes: [knowledge.endpoints.list],
    success: `“${name}” was deleted.`,
  });
