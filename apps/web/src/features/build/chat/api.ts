import { history } from '@atelier/contracts/build/chat/history';
import { reports } from '@atelier/contracts/build/chat/reports';
import type { Days } from '../../../lib/days/ranges.ts';
import { usePages, useRead } from '../../../lib/query.ts';
import { type QuestionState, queryOfState } from './question-words.ts';

const { endpoints } = history;

export interface QuestionsQuery {
  appId: string;
  search: string;
  sort: '-1' | '1';
  state: QuestionState | undefined;
}

export const useQuestions = ({ state, ...query }: QuestionsQuery) =>
  usePages(endpoints.queryHistory, { query: { ...query, ...queryOfState(state) } });

export const useQueryDetails = (queryId: string, appId: string) =>
  useRead(
    endpoints.queryDetails,
    { params: { queryId }, query: { appId } },
    { enabled: queryId !== '', staleTime: 0 },
  );

export const useReports = (query: Days & { appId?: string }) =>
  useRead(reports.endpoints.appReports, { query });

/** What reports can be filtered by: the apps, and the days on which one of them or all were asked. */
export const useReportFilter = (query: { appId?: string }) => useRead(reports.endpoints.filter, { query });
