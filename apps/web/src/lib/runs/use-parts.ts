import type { CallOf, Endpoint, ReplyOf } from '@atelier/contracts/kernel/contract';
import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { buildQueryKey, callLoosely, type Request } from '../query.ts';

/** The beginning of a part; null for the first one. */
type Next = string | number | null;

/** Something long that is read part by part, such as the text of a large value. */
export interface Parts<Part> {
  queryKey: QueryKey;
  read: (next: Next, signal: AbortSignal) => Promise<Part>;
}

/** Describes a call that is repeated for each part. The reply names the beginning of the following part, and `at` is the field of the query for it. */
export const inParts = <E extends Endpoint>(
  endpoint: E,
  call: CallOf<E>,
  at: 'from' | 'after',
): Parts<ReplyOf<E>> => {
  const request: Request = call;
  return {
    queryKey: buildQueryKey(endpoint, request),
    read: async (next, signal) => {
      const query = { ...request.query, ...(next === null ? {} : { [at]: next }) };
      return await callLoosely(endpoint, { ...request, query }, { signal });
    },
  };
};

/** Reads the first part at once, and each following one when it is requested. */
export const useParts = <Part extends { next: Next }>(parts: Parts<Part> | undefined, enabled = true) =>
  useInfiniteQuery({
    queryKey: parts?.queryKey ?? ['no parts'],
    enabled: enabled && parts !== undefined,
    initialPageParam: null as Next,
    queryFn: async ({ pageParam, signal }) => await parts?.read(pageParam, signal),
    getNextPageParam: (last) => last?.next ?? null,
    select: ({ pages }) => pages.filter((part) => part !== undefined),
  });
