import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';
import classes from './query-view.module.css';

/** The part of a query's result that decides what is shown. */
interface Loadable<T> {
  data: T | undefined;
  error: unknown;
  refetch: () => unknown;
}

interface QueryViewProps<T> {
  query: Loadable<T>;
  children: (data: T) => ReactNode;
  /** Shown instead of the children when `isEmpty` returns true. */
  empty?: ReactNode;
  isEmpty?: (data: T) => boolean;
  /** The placeholder that is shown while loading. */
  skeleton?: 'table' | 'cards' | 'text' | ReactNode;
  errorTitle?: string;
}

const skeletons: Record<string, ReactNode> = {
  table: (
    <div className="surface-box-lg" data-skeleton="table">
      {Array.from({ length: 6 }, (_, row) => (
        <div key={row} className={`between flex align-center ${classes.row}`}>
          <Skeleton height={12} width={`${48 - row * 4}%`} />
          <Skeleton height={12} width="12%" />
          <Skeleton height={12} width="16%" />
        </div>
      ))}
    </div>
  ),
  cards: (
    <div className="stack-4 cards">
      {Array.from({ length: 6 }, (_, card) => (
        <Skeleton key={card} height={132} radius="lg" />
      ))}
    </div>
  ),
  text: (
    <div className={`stack-3 ${classes.text}`} data-skeleton="text">
      <Skeleton height={20} width="38%" />
      <Skeleton height={12} />
      <Skeleton height={12} width="92%" />
      <Skeleton height={12} width="64%" />
    </div>
  ),
};

/**
 * Shows the loading, empty, error or data state of one query in the same way everywhere. Data stays visible even if a refresh
 * fails.
 */
export const QueryView = <T,>(props: QueryViewProps<T>) => {
  const { query, children, empty, isEmpty, skeleton = 'text', errorTitle } = props;
  if (query.data !== undefined) {
    return empty !== undefined && isEmpty?.(query.data) ? empty : children(query.data);
  }
  if (query.error) {
    return (
      <ErrorState
        error={query.error}
        onRetry={() => void query.refetch()}
        {...(errorTitle ? { title: errorTitle } : {})}
      />
    );
  }
  return (
    <div role="status" aria-label="Loading">
      {typeof skeleton === 'string' ? skeletons[skeleton] : skeleton}
    </div>
  );
};
