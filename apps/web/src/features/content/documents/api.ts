import type {
  DocumentLanguage,
  DocumentType,
  ImportType,
  KnowledgeImport,
} from '@atelier/contracts/content/bases/import-shapes';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { documents } from '@atelier/contracts/content/documents/documents';
import { retrieval } from '@atelier/contracts/content/retrieval/retrieval';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { usePages, useRead, useWrite } from '../../../lib/query.ts';
import { call } from '../../../lib/server/api.ts';
import { upload } from '../../../lib/server/upload.ts';
import { toastError } from '../../../ui/feedback/toasts.tsx';
import { uploadForm } from '../files/index.ts';
import type { StatusFilter } from './import-status.ts';

const { endpoints } = documentImports;

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

/** Reads the labels, sources and names that documents can be filtered by. */
export const useFilterValues = (knowledgeBaseId: string) =>
  useRead(retrieval.endpoints.filterValues, { query: { knowledgeBaseId } });
