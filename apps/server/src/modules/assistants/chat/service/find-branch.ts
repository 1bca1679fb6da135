import type { MessageRow } from '../tables.ts';

type Node = Pick<MessageRow, 'id' | 'previousId' | 'ordinal'>;

/** A message of one branch of a conversation. */
export interface OnBranch<R> {
  row: R;
  /** All attempts in its place, oldest first; empty when it is the only one. */
  attempts: string[];
}

/**
 * Returns the messages of one branch of a conversation, oldest first: the branch with the newest message, or the newest one through the
 * message `through`. `rows` are all messages of the conversation in the order in which they were asked.
 */
export const findBranch = <R extends Node>(rows: readonly R[], through?: string): OnBranch<R>[] => {
  const byId = new Map(rows.map((row) => [row.id, row]));
  // The message before it may be older than the oldest message that was read.
  const findParent = ({ previousId }: R) =>
    previousId !== null && byId.has(previousId) ? previousId : undefined;
  const followers = Map.groupBy(rows, findParent);
  const chosen = through === undefined ? undefined : byId.get(through);
  let last = chosen ?? rows.at(-1);
  for (let next = chosen; next !== undefined; next = followers.get(next.id)?.at(-1)) last = next;
  const branch: OnBranch<R>[] = [];
  for (let row = last; row !== undefined; row = byId.get(findParent(row) ?? '')) {
    const places = followers.get(findParent(row)) ?? [];
    branch.push({ row, attempts: places.length > 1 ? places.map(({ id }) => id) : [] });
  }
  return branch.reverse();
};
