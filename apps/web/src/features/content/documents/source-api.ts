import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { documents } from '@atelier/contracts/content/documents/documents';
import { retrieval } from '@atelier/contracts/content/retrieval/retrieval';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { usePages, useRead, useWrite } from '../../../lib/query.ts';
import { call } from '../../../lib/server/api.ts';
import { toastError, toastSuccess } from '../../../ui/feedback/toasts.tsx';
import { isUnderWay } from './import-status.ts';
import { joinSections, rangeAfter, rangeBefore, type SectionRange } from './model/source-text.ts';

const { endpoints } = documentImports;

const lookAgainMs = 1500;

/** Reads a document; null when it is deleted. Reads nothing without an id, and polls while the document is being processed. */
export const useDocument = (importId: string | undefined) => {
  const query = useRead(
    endpoints.getImports,
    { query: { kbImportIds: importId ?? '' } },
    {
      enabled: importId !== undefined,
      refetchInterval: (reply) => {
        const row = reply?.imports[0];
        return row && (isUnderWay(row.status) || row.summaryState === 'IN-PROGRESS') ? lookAgainMs : false;
      },
    },
  );
  const data = query.data === undefined ? undefined : (query.data.imports[0] ?? null);
  return { data, error: query.error, refetch: query.refetch };
};

export const useChunks = (importId: string, search = '') =>
  usePages(endpoints.listChunks, { params: { knowledgeBaseImportId: importId }, query: { search } });

const firstSections = 4;

/** Reads the text of a document forwards and backwards from an offset. */
export const useSourceText = (importId: string, at: number) => {
  const query = useInfiniteQuery({
    queryKey: [endpoints.readSource.path, { importId }, { at }],
    initialPageParam: { at, sections: firstSections } as SectionRange,
    queryFn: ({ pageParam, signal }) =>
      call(
        endpoints.readSource,
        { params: { knowledgeBaseImportId: importId }, query: pageParam },
        { signal },
      ),
    getNextPageParam: rangeAfter,
    getPreviousPageParam: rangeBefore,
    staleTime: 5 * 60_000,
  });
  const pages = query.data?.pages ?? [];
  return { query, sections: joinSections(pages), form: pages[0]?.form ?? 'TEXT' };
};

/** Endpoints whose cached replies become invalid when a document changes, and again when its run ends. */
export const afterChange = [
  endpoints.getImports,
  endpoints.listImports,
  endpoints.listChunks,
  endpoints.readSource,
  knowledge.endpoints.get,
  documents.endpoints.listVersions,
  documents.endpoints.readSummary,
];

/** Reads the current text each time that editing begins. */
export const useEditableText = (knowledgeBaseImportId: string) =>
  useQuery({
    queryKey: [documents.endpoints.viewExtracted.path, { knowledgeBaseImportId }],
    queryFn: ({ signal }) =>
      call(documents.endpoints.viewExtracted, { body: { knowledgeBaseImportId } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export const useEditContent = () =>
  useWrite(documents.endpoints.editContent, {
    refreshes: afterChange,
    success: 'Saved. The document is being read again.',
  });

export const useCorrectLines = () =>
  useWrite(documents.endpoints.correctLines, {
    refreshes: afterChange,
    success: 'Saved. The document is being read again.',
  });

export const useChooseEncoding = () =>
  useWrite(documents.endpoints.chooseEncoding, {
    refreshes: afterChange,
    success: 'The document is being read again.',
  });

export const useAddChunk = () =>
  useWrite(documents.endpoints.addChunk, { refreshes: afterChange, success: 'Chunk added' });

export const useEditChunk = () =>
  useWrite(documents.endpoints.editChunk, { refreshes: afterChange, success: 'Chunk saved' });

export const useRemoveChunk = () =>
  useWrite(documents.endpoints.removeChunk, { refreshes: afterChange, success: 'Chunk deleted' });

export const useVersions = (importId: string) =>
  useRead(documents.endpoints.listVersions, { params: { knowledgeBaseImportId: importId } });

export const useComparison = (importId: string, between: { from: number; to: number }) =>
  useRead(documents.endpoints.compareVersions, {
    params: { knowledgeBaseImportId: importId },
    query: between,
  });

export const useRevertVersion = () =>
  useWrite(documents.endpoints.revertVersion, {
    refreshes: afterChange,
    success: 'Reverted. The document is being read again.',
  });

export const useDeleteVersion = () =>
  useWrite(documents.endpoints.deleteVersion, {
    refreshes: afterChange,
    success: 'Version deleted successfully',
  });

export const useChangeMetadata = () =>
  useWrite(documents.endpoints.changeMetadata, {
    refreshes: [...afterChange, retrieval.endpoints.filterValues],
    success: 'Details saved',
  });

/** Enables or disables a document, with the messages of the specification (IMPORT-40, IMPORT-41). */
export const useSetState = () => {
  const write = useWrite(documents.endpoints.setState, { refreshes: afterChange });
  return {
    ...write,
    setState: async (ids: string[], state: 'ENABLED' | 'DISABLED') => {
      const reply = await write.mutateAsync({ body: { ids, state } }).catch(() => undefined);
      if (reply) toastSuccess('Document status updated successfully');
      else toastError('Failed to update the document status');
    },
  };
};

export const useSummary = (importId: string, state: string) =>
  useRead(
    documents.endpoints.readSummary,
    { query: { knowledgeBaseImportId: importId } },
    // Polls until the summary that was just requested has been made.
    { refetchInterval: (reply) => (reply?.state === state ? false : lookAgainMs) },
  );

export const useOrderSummary = () =>
  useWrite(documents.endpoints.summarizeAndSave, { refreshes: afterChange, toastFailure: true });
