import { retrieval } from '@atelier/contracts/content/retrieval/retrieval';
import type { CallOf } from '@atelier/contracts/kernel/contract';
import { useMutation } from '@tanstack/react-query';
import { usePages, useWrite } from '../../../lib/query.ts';
import { call } from '../../../lib/server/api.ts';

const { endpoints } = retrieval;

/** Asks the server why a chunk was or was not found. */
export const useExplain = () =>
  useMutation({
    mutationFn: (body: CallOf<typeof endpoints.explain>['body']) => call(endpoints.explain, { body }),
  });

export const useSaveQuestion = () =>
  useWrite(endpoints.saveQuestion, {
    refreshes: [endpoints.listQuestions],
    success: 'Kept as a test question',
    toastFailure: true,
  });

export const useRemoveQuestion = () =>
  useWrite(endpoints.removeQuestion, {
    refreshes: [endpoints.listQuestions],
    success: 'Test question deleted',
    toastFailure: true,
  });

export const useQuestions = (knowledgeBaseId: string) =>
  usePages(endpoints.listQuestions, { query: { knowledgeBaseId } });

export interface HistoryQuery {
  knowledgeBaseId: string;
  search: string;
  sort: '-1' | '1';
}

export const useRetrievalHistory = (query: HistoryQuery) => usePages(endpoints.history, { query });
