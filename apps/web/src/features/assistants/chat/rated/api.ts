import { history } from '@atelier/contracts/assistants/chat/history';
import { type RatedAnswer, ratedAnswers } from '@atelier/contracts/assistants/chat/rated-answers';
import { useRead, useWrite } from '../../../../lib/query.ts';

const { endpoints } = ratedAnswers;

/** The members who may look after the feedback on an app. */
export const useAssignees = (appId: string) => useRead(endpoints.assignees, { query: { appId } });

type OnChanged = (changed: RatedAnswer) => void;

const changing = (onSuccess: OnChanged) => ({
  refreshes: [endpoints.list],
  toastFailure: true,
  onSuccess,
});

export const useAssign = (onSuccess: OnChanged) => useWrite(endpoints.assign, changing(onSuccess));
export const useTell = (onSuccess: OnChanged) =>
  useWrite(endpoints.tell, {
    ...changing(onSuccess),
    refreshes: [endpoints.list, history.endpoints.queryHistory],
    success: 'The new answer stands in their conversation.',
  });
