import { knowledge } from '@atelier/contracts/knowledge';
import type { KnowledgeBase } from '@atelier/contracts/knowledge-shapes';
import { usePages, useRead, useWrite } from '../../lib/query.ts';

const { endpoints } = knowledge;

const refreshMs = 4000;

export interface BaseListQuery {
  search: string;
  sort: 'name' | 'createdAt' | 'updatedAt';
  order: 'asc' | 'desc';
}

/** Knowledge bases; looks again while documents are on their way in one of them. */
export const useKnowledgeBases = (query: BaseListQuery) =>
  usePages(
    endpoints.list,
    { query },
    {
      refetchInterval: (pages) =>
        pages.some((page) => page.items.some((base) => base.counts.processing > 0)) && refreshMs,
    },
  );

export const useKnowledgeBase = (id: string) => useRead(endpoints.get, { params: { id } });

export const useCreateKnowledgeBase = () => useWrite(endpoints.create, { refreshes: [endpoints.list] });

export const useUpdateKnowledgeBase = () =>
  useWrite(endpoints.update, {
    refreshes: [endpoints.get, endpoints.list],
    success: 'Settings updated successfully',
  });

export const useRemoveKnowledgeBase = ({ name }: Pick<KnowledgeBase, 'name'>) =>
  useWrite(endpoints.remove, { refreshes: [endpoints.list], success: `“${name}” was deleted.` });
