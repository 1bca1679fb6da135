import type {
  DocumentLanguage,
  DocumentType,
  ImportType,
  KnowledgeImport,
} from '@atelier/contracts/content/bases/import-shapes';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import type { KnowledgeBase } from '@atelier/contracts/content/bases/knowledge-shapes';
import { baseRemoval } from '@atelier/contracts/content/documents/base-removal';
import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { documents } from '@atelier/contracts/content/documents/documents';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { usePages, useRead, useWrite } from '../../../lib/query.ts';
import { call } from '../../../lib/server/api.ts';
import { upload } from '../../../lib/server/upload.ts';
import { toastError } from '../../../ui/feedback/toasts.tsx';
import type { StatusFilter } from '../documents/index.ts';
import { uploadForm } from './upload/upload-form.ts';

const { endpoints } = documentImports;

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

/** Reads which file types the server accepts, and up to which size. */
export const useAcceptedFiles = () =>
  useRead(endpoints.acceptedFiles, {}, { staleTime: Number.POSITIVE_INFINITY });

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

/** Reads the documents of a knowledge base. Live events keep them up to date (`useLiveImports`). */
export const useImports = (id: string, query: ImportListQuery) =>
  usePages(endpoints.listImports, { params: { id }, query });

/** Endpoints whose cached replies become invalid when documents change. */
const afterImports = [
  endpoints.listImports,
  endpoints.getImports,
  knowledge.endpoints.get,
  knowledge.endpoints.list,
];

export const useRetryImport = () =>
  useWrite(endpoints.retryImport, { refreshes: afterImports, toastFailure: true });

export const useCancelImport = () =>
  useWrite(endpoints.cancelImport, { refreshes: afterImports, toastFailure: true });

export const useRemoveImports = () => useWrite(endpoints.removeImports, { refreshes: afterImports });

/** Enables or disables documents. A disabled document stays but is not found (IMPORT-40 to IMPORT-42). */
export const useSetDocumentState = () => {
  const { mutate, ...rest } = useWrite(documents.endpoints.setState, {
    refreshes: afterImports,
    success: 'Document status updated successfully',
  });
  const onError = () => void toastError('Failed to update the document status');
  return { ...rest, mutate: (call: Parameters<typeof mutate>[0]) => mutate(call, { onError }) };
};

/**
 * Replaces the file of a document and keeps its labels. The old document is deleted only after the new file has been stored.
 */
export const useReplaceFile = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ row, file }: { row: KnowledgeImport; file: File }) => {
      const { knowledgeBaseId, knowledgeBaseImportId: old } = row;
      const { imports } = await upload(endpoints.importFile, uploadForm(knowledgeBaseId, [file], row));
      // An identical file is the same document, which is then imported again.
      const isOther = imports.every(({ knowledgeBaseImportId: id }) => id !== old);
      if (isOther) await call(endpoints.removeImports, { body: { ids: [old] } });
    },
    onSettled: () =>
      Promise.all(afterImports.map(({ path }) => client.invalidateQueries({ queryKey: [path] }))),
  });
};

/** Calls an endpoint for several documents one after the other. Resolves to the number of successful calls. */
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
