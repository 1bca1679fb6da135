import type { KnowledgeImport } from '@atelier/contracts/import-shapes';
import { knowledge } from '@atelier/contracts/knowledge';
import type { KnowledgeBase } from '@atelier/contracts/knowledge-shapes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import type { StatusFilter } from '../../lib/import-status.ts';
import { usePages, useRead, useWrite } from '../../lib/query.ts';

const { endpoints } = knowledge;

const refreshMs = 4000;

export interface BaseListQuery {
  search: string;
  sort: 'name' | 'createdAt' | 'updatedAt';
  order: 'asc' | 'desc';
  limit?: number;
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

export const useKnowledgeBase = (id: string, options: { enabled?: boolean } = {}) =>
  useRead(endpoints.get, { params: { id } }, options);

/** Which files the server reads, and how large they may be. */
export const useAcceptedFiles = () =>
  useRead(endpoints.acceptedFiles, {}, { staleTime: Number.POSITIVE_INFINITY });

export const useCreateKnowledgeBase = () => useWrite(endpoints.create, { refreshes: [endpoints.list] });

export const useUpdateKnowledgeBase = () =>
  useWrite(endpoints.update, {
    refreshes: [endpoints.get, endpoints.list],
    success: 'Settings updated successfully',
  });

export const useRemoveKnowledgeBase = ({ name }: Pick<KnowledgeBase, 'name'>) =>
  useWrite(endpoints.remove, { refreshes: [endpoints.list], success: `“${name}” was deleted.` });

export interface ImportListQuery {
  search: string;
  status: StatusFilter | undefined;
  sort: 'name' | 'createdAt' | 'size' | 'chunkCount';
  order: 'asc' | 'desc';
}

/** The documents of a knowledge base; live events keep them up to date (`useLiveImports`). */
export const useImports = (id: string, query: ImportListQuery) =>
  usePages(endpoints.listImports, { params: { id }, query });

/** What a change to documents makes old. */
const afterImports = [endpoints.listImports, endpoints.getImports, endpoints.get, endpoints.list];

export const useRetryImport = () =>
  useWrite(endpoints.retryImport, { refreshes: afterImports, toastFailure: true });

export const useCancelImport = () =>
  useWrite(endpoints.cancelImport, { refreshes: afterImports, toastFailure: true });

export const useRemoveImports = () => useWrite(endpoints.removeImports, { refreshes: afterImports });

/** Tries several documents again, one after the other; resolves to how many were taken. */
export const useRetryImports = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (rows: readonly KnowledgeImport[]) => {
      let taken = 0;
      for (const { knowledgeBaseImportId: importId } of rows) {
        const answer = await call(endpoints.retryImport, { params: { importId } }).catch(() => undefined);
        if (answer) taken += 1;
      }
      return taken;
    },
    onSettled: () =>
      Promise.all(afterImports.map(({ path }) => client.invalidateQueries({ queryKey: [path] }))),
  });
};
