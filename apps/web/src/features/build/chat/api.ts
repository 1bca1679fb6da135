import { history } from '@atelier/contracts/build/chat/history';
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
