import type {
  DocumentLanguage,
  DocumentType,
  ImportType,
  KnowledgeImport,
} from '@atelier/contracts/content/bases/import-shapes';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import type { KnowledgeBase } from '@atelier/contracts/content/bases/knowledge-shapes';
import { documents } from '@atelier/contracts/content/documents/documents';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { usePages, useRead, useWrite } from '../../../lib/query.ts';
import { call } from '../../../lib/server/api.ts';
import { upload } from '../../../lib/server/upload.ts';
import { toastError } from '../../../ui/feedback/toasts.tsx';
import type { StatusFilter } from '../documents/index.ts';
import { uploadForm } from './upload/upload-form.ts';

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

/** Whether each document is summarized once it is imported (KB-03). */
export const useSwitchSummaries = () => useWrite(endpoints.update, { refreshes: [endpoints.get] });

export const useRemoveKnowledgeBase = ({ name }: Pick<KnowledgeBase, 'name'>) =>
  useWrite(endpoints.remove, { refreshes: [endpoints.list], success: `“${name}” was deleted.` });

export interface ImportListQuery {
  search: string;
  status: StatusFilter | undefined;
  type?: ImportType;
  sourceId?: string;
  documentType?: DocumentType;
  language?: DocumentLanguage;
  category?: string;
  sort: 'name' | 'createdAt' | 'size' | 'chunkCount';
  order: 'asc' | 'desc';
}

/** The documents of a knowledge base; live events keep them up to date (`useLiveImports`). */
export const useImports = (id: string, query: ImportListQuery) =>
  usePages(endpoints.listImports, { params: { id }, query });

/** Endpoints whose cached replies a change to documents invalidates. */
const afterImports = [endpoints.listImports, endpoints.getImports, endpoints.get, endpoints.list];

export const useRetryImport = () =>
  useWrite(endpoints.retryImport, { refreshes: afterImports, toastFailure: true });

export const useCancelImport = () =>
  useWrite(endpoints.cancelImport, { refreshes: afterImports, toastFailure: true });

export const useRemoveImports = () => useWrite(endpoints.removeImports, { refreshes: afterImports });

/** Disabled documents stay and are not found (IMPORT-40 to IMPORT-42). */
export const useSetDocumentState = () => {
  const { mutate, ...rest } = useWrite(documents.endpoints.setState, {
    refreshes: afterImports,
    success: 'Document status updated successfully',
  });
  const onError = () => void toastError('Failed to update the document status');
  return { ...rest, mutate: (call: Parameters<typeof mutate>[0]) => mutate(call, { onError }) };
};

/** Replaces a document by a file and keeps its labels. The old document is deleted only after the new file is stored. */
export const useReplaceFile = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ row, file }: { row: KnowledgeImport; file: File }) => {
      const { knowledgeBaseId, knowledgeBaseImportId: old } = row;
      const { imports } = await upload(endpoints.importFile, uploadForm(knowledgeBaseId, [file], row));
      // An identical file is the same document, which is imported again.
      const isOther = imports.every(({ knowledgeBaseImportId: id }) => id !== old);
      if (isOther) await call(endpoints.removeImports, { body: { ids: [old] } });
    },
    onSettled: () =>
      Promise.all(afterImports.map(({ path }) => client.invalidateQueries({ queryKey: [path] }))),
  });
};

/** Calls an endpoint for several documents, one after the other; resolves to the number of successful calls. */
const useForEach = (endpoint: typeof endpoints.retryImport | typeof endpoints.cancelImport) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (rows: readonly KnowledgeImport[]) => {
      let taken = 0;
      for (const { knowledgeBaseImportId } of rows) {
        const answer = await call(endpoint, { params: { knowledgeBaseImportId } }).catch(() => undefined);
        if (answer) taken += 1;
      }
      return taken;
    },
    onSettled: () =>
      Promise.all(afterImports.map(({ path }) => client.invalidateQueries({ queryKey: [path] }))),
  });
};

export const useRetryImports = () => useForEach(endpoints.retryImport);
export const useCancelImports = () => useForEach(endpoints.cancelImport);
