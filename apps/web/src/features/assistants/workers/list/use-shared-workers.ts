import { useEffect } from 'react';
import { agentsState } from '../../../../lib/account/agents-state.ts';
import type { useWorkers } from '../api.ts';

/** Keeps the workers that a list has read, and whether it is reading, in the state that the screens about agents share (SESSION-05). */
export const useSharedWorkers = ({ query, rows, more: { total } }: ReturnType<typeof useWorkers>): void => {
  const { isLoading } = query;
  // The state lies outside React.
  useEffect(() => agentsState.set({ workers: { data: rows, total }, isLoading }), [rows, total, isLoading]);
};
