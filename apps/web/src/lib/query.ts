import type { CallOf, Endpoint, ReplyOf } from '@atelier/contracts/kernel/contract';
import {
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
  type UseQueryOptions,
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { toastError, toastSuccess } from '../ui/feedback/toasts.tsx';
import { sessionKey } from './account/session.ts';
import { call } from './server/api.ts';
import { ApiError } from './server/api-error.ts';

const mayRetry = (failures: number, error: unknown): boolean =>
  failures < 2 &&
  error instanceof ApiError &&
  (error.status === 0 || error.status === 429 || error.status >= 502);

/** Returns true for a 403. The session is then loaded again, because the role or the tenant may have changed (TENANT-10). */
const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.status === 403;

export const createQueryClient = (): QueryClient => {
  const askWhoWeAre = () => void client.invalidateQueries({ queryKey: sessionKey });
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (isRefusal(error) && query.queryKey[0] !== sessionKey[0]) askWhoWeAre();
      },
    }),
    mutationCache: new MutationCache({ onError: (error) => isRefusal(error) && askWhoWeAre() }),
    defaultOptions: { queries: { staleTime: 15_000, retry: mayRetry }, mutations: { retry: false } },
  });
  return client;
};

export type Request = { params?: object | undefined; query?: object | undefined; body?: unknown };

/** The cache key of a call. All keys of one endpoint begin with `[path]`. */
export const buildQueryKey = (endpoint: Pick<Endpoint, 'path'>, request: Request = {}): QueryKey => [
  endpoint.path,
  request.params ?? {},
  request.query ?? {},
];

/**
 * Reads everything that is cached under `keys` again, because the server has changed it. A first read that is under way may have begun
 * before the change, and its reply would count as new; so what is read for the first time is read once more.
 */
export const readAgain = async (client: QueryClient, keys: readonly QueryKey[]): Promise<void> => {
  await Promise.all(
    keys.map(async (queryKey) => {
      const underWay = client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' });
      const isFirst = underWay.some(({ state }) => state.data === undefined);
      await client.invalidateQueries({ queryKey });
      if (isFirst) await client.invalidateQueries({ queryKey });
    }),
  );
};

/** Calls an endpoint with a request whose type only the caller knows. */
export const callLoosely = call as unknown as <E extends Endpoint>(
  endpoint: E,
  request: Request,
  options?: { signal?: AbortSignal },
) => Promise<ReplyOf<E>>;

interface ReadOptions<R> {
  enabled?: boolean;
  /** Milliseconds between refreshes; false stops them. */
  refetchInterval?: number | false | ((data: R | undefined) => number | false);
  staleTime?: number;
}

const toQueryOptions = <E extends Endpoint>(
  endpoint: E,
  request: CallOf<E>,
  { refetchInterval = false, ...rest }: ReadOptions<ReplyOf<E>>,
): UseQueryOptions<ReplyOf<E>> => ({
  queryKey: buildQueryKey(endpoint, request),
  queryFn: ({ signal }) => callLoosely(endpoint, request, { signal }),
  refetchInterval: (query) =>
    typeof refetchInterval === 'function' ? refetchInterval(query.state.data) : refetchInterval,
  ...rest,
});

/** Reads an endpoint into the cache: `useRead(apps.endpoints.get, { params: { id } })`. */
export const useRead = <E extends Endpoint>(
  endpoint: E,
  request: CallOf<E>,
  options: ReadOptions<ReplyOf<E>> = {},
) => useQuery<ReplyOf<E>>(toQueryOptions(endpoint, request, options));

/** Reads an endpoint with several requests at once. */
export const useReads = <E extends Endpoint>(
  endpoint: E,
  requests: readonly CallOf<E>[],
  options: ReadOptions<ReplyOf<E>> = {},
) => useQueries({ queries: requests.map((request) => toQueryOptions(endpoint, request, options)) });

interface Paged<T> {
  items: T[];
  nextCursor: string | null;
  total: number;
}
type ItemOf<E extends Endpoint> = ReplyOf<E> extends Paged<infer T> ? T : never;

const asPage = <T>(reply: unknown) => reply as Paged<T>;

/** The last part of the key of a list that is cached page by page; the same call may also be cached as one reply. */
const inPages = 'in pages';

/**
 * Changes the cached pages of the lists of an endpoint with these parameters. When `change` returns undefined, a list stays as
 * it is.
 */
export const changePages = <T>(
  client: QueryClient,
  { path }: Pick<Endpoint, 'path'>,
  params: object,
  change: (cached: T) => T | undefined,
): void => {
  const predicate = ({ queryKey }: { queryKey: QueryKey }) => queryKey.at(-1) === inPages;
  client.setQueriesData<T>({ queryKey: [path, params], predicate }, (cached) => cached && change(cached));
};

interface PagesOptions<R> {
  enabled?: boolean;
  /** Returns the milliseconds until the next refresh of the loaded pages, or false for none. */
  refetchInterval?: (pages: R[]) => number | false;
}

/** Reads a cursor list page by page. `rows` and `more` are props of DataTable. */
export const usePages = <E extends Endpoint>(
  endpoint: E,
  request: CallOf<E>,
  options: PagesOptions<ReplyOf<E>> = {},
) => {
  const { refetchInterval, ...rest } = options;
  const base = request as Request;
  const query = useInfiniteQuery({
    queryKey: [...buildQueryKey(endpoint, base), inPages],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const search = { ...base.query, ...(pageParam === null ? {} : { cursor: pageParam }) };
      return await callLoosely(endpoint, { ...base, query: search }, { signal });
    },
    getNextPageParam: (last) => asPage(last).nextCursor,
    placeholderData: (previous) => previous,
    refetchInterval: (each) => refetchInterval?.(each.state.data?.pages ?? []) ?? false,
    ...rest,
  });
  const pages = query.data?.pages;
  const rows = useMemo(() => pages?.flatMap((page) => asPage<ItemOf<E>>(page).items) ?? [], [pages]);
  const first = pages?.[0];
  return {
    query,
    first,
    rows,
    more: {
      total: first === undefined ? 0 : asPage(first).total,
      hasMore: query.hasNextPage,
      isLoading: query.isFetchingNextPage,
      onMore: () => void query.fetchNextPage(),
    },
  };
};

interface WriteOptions<E extends Endpoint> {
  /** Endpoints whose cached replies are read again after the call. */
  refreshes?: readonly Pick<Endpoint, 'path'>[];
  /** The text of the toast that is shown after the call. */
  success?: string;
  /** Shows a failure as a toast. Leave it off where a form or dialog shows the failure. */
  toastFailure?: boolean;
  onSuccess?: (reply: ReplyOf<E>) => void;
}

/** Calls an endpoint that changes something: `useWrite(apps.endpoints.remove, { refreshes: [apps.endpoints.list] })`. */
export const useWrite = <E extends Endpoint>(endpoint: E, options: WriteOptions<E> = {}) => {
  const client = useQueryClient();
  const { refreshes = [], success, toastFailure = false, onSuccess } = options;
  return useMutation<ReplyOf<E>, Error, CallOf<E>>({
    mutationFn: (request) => callLoosely(endpoint, request),
    onSuccess: async (reply) => {
      onSuccess?.(reply);
      if (success !== undefined) toastSuccess(success);
      await Promise.all(refreshes.map(({ path }) => client.invalidateQueries({ queryKey: [path] })));
    },
    onError: (error) => {
      if (toastFailure && !(error instanceof ApiError && error.status === 401)) toastError(error.message);
    },
  });
};
