import { curatedAnswers } from '@atelier/contracts/assistants/chat/curated-answers';
import { usePages, useWrite } from '../../../../lib/query.ts';

const { endpoints } = curatedAnswers;

export interface CuratedQuery {
  appId: string;
  search: string;
  sort: 'question' | 'uses' | 'updatedAt';
  order: 'asc' | 'desc';
}

export const useCuratedAnswers = (query: CuratedQuery) => usePages(endpoints.list, { query });

export const useSaveCurated = () =>
  useWrite(endpoints.save, {
    refreshes: [endpoints.list],
    success: 'Saved. It counts from the next question on.',
  });

export const useSwitchCurated = () =>
  useWrite(endpoints.save, { refreshes: [endpoints.list], toastFailure: true });

export const useRemoveCurated = () => useWrite(endpoints.remove, { refreshes: [endpoints.list] });
