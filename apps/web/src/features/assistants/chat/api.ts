import type { FeedbackStatus } from '@atelier/contracts/assistants/chat/feedback';
import { history } from '@atelier/contracts/assistants/chat/history';
import { type RatedAnswer, ratedAnswers } from '@atelier/contracts/assistants/chat/rated-answers';
import { reports } from '@atelier/contracts/assistants/chat/reports';
import type { Days } from '../../../lib/days/ranges.ts';
import { usePages, useRead, useWrite } from '../../../lib/query.ts';
import { type QuestionState, queryOfState } from './question-words.ts';

const { endpoints } = history;

export interface QuestionsQuery {
  appId: string;
  search: string;
  sort: '-1' | '1';
  state: QuestionState | undefined;
  /** The days on which it was asked. */
  from?: string;
  to?: string;
  /** The hour of the day, in UTC. */
  hour?: number;
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

/** The filters of reports: the apps, and the days on which one of them or all were asked. */
export const useReportFilter = (query: { appId?: string }) => useRead(reports.endpoints.filter, { query });

interface FeedbackQuery {
  appId: string;
  status: FeedbackStatus | undefined;
  verdict: RatedAnswer['verdict'] | undefined;
  assigneeId: string | undefined;
}

export const useRatedAnswers = (query: FeedbackQuery) => usePages(ratedAnswers.endpoints.list, { query });

export const useChangeFeedbackStatus = (onSuccess: (changed: RatedAnswer) => void) =>
  useWrite(ratedAnswers.endpoints.changeStatus, {
    refreshes: [ratedAnswers.endpoints.list],
    toastFailure: true,
    onSuccess,
  });
