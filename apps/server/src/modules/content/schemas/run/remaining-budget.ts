import type { ModelRequest } from '@atelier/models';
import { computeMaxCost, type ResolvedChatModel } from '../../models/index.ts';
import type { SchemaRowOf } from '../tables.ts';

/** The rest of a budget, shared by the documents that are read at the same time. */
export interface RemainingBudget {
  /** Reserves the most that a request can cost. Returns false when less than that is left. */
  take(request: ModelRequest): boolean;
}

export const openRemainingBudget = (
  resolved: Pick<ResolvedChatModel, 'price'>,
  { budget, runSpent }: Pick<SchemaRowOf, 'budget' | 'runSpent'>,
): RemainingBudget => {
  let rest = budget === null ? Number.POSITIVE_INFINITY : budget - runSpent;
  return {
    take: (request) => {
      const most = computeMaxCost(resolved, request);
      if (most > rest) return false;
      rest -= most;
      return true;
    },
  };
};
