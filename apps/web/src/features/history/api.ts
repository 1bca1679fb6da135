import type { AskedQuestion } from '@atelier/contracts/history';
import { history } from '@atelier/contracts/history';
import { usePages, useRead } from '../../lib/query.ts';

const { endpoints } = history;

export interface QuestionsQuery {
  appId: string;
  search: string;
  sort: '-1' | '1';
  status: AskedQuestion['status'] | undefined;
}

export const useQuestions = ({ status, ...query }: QuestionsQuery) =>
  usePages(endpoints.queryHistory, { query: { ...query, ...(status === undefined ? {} : { status }) } });

export const useQueryDetails = (queryId: string, appId: string) =>
  useRead(
    endpoints.queryDetails,
    { params: { queryId }, query: { appId } },
    { enabled: queryId !== '', staleTime: 0 },
  );
