import { people } from '@atelier/contracts/account/people/people';
import { Button } from '@mantine/core';
import { notifyManager, type QueryCache, useQueryClient } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { NotShared, useOwnRequest } from '../../features/account/access/index.ts';
import { useTenants } from '../../lib/account/tenants.ts';
import { useRead, useWrite } from '../../lib/query.ts';
import { ApiError } from '../../lib/server/api-error.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { readProperty, readTextProperty } from '../../ui/feedback/read-property.ts';
import { Page } from '../../ui/layout/page.tsx';
import { PageSkeleton } from '../page-skeleton.tsx';

/** The parameters of addresses and calls that name what a screen shows. */
const idNames = ['id', 'runId'] as const;

/** True when nothing of the object could be read, and the server says that it does not exist. */
const isMissing = (cache: QueryCache, id: string): boolean => {
  const states = cache
    .getAll()
    .filter(({ queryKey }) =>
      queryKey.some((part) => idNames.some((name) => readProperty(part, name) === id)),
    )
    .map(({ state }) => state);
  return (
    states.some(({ error }) => error instanceof ApiError && error.status === 404) &&
    states.every(({ data }) => data === undefined)
  );
};

/** Returns true when the server was asked for the object in this address and did not find it. */
const useIsMissing = (id: string | undefined): boolean => {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (listener) => cache.subscribe(notifyManager.batchCalls(listener)),
    () => id !== undefined && isMissing(cache, id),
  );
};

interface Tenant {
  tenantId: string;
  tenantName: string;
}

/** Returns the id of the object that the address shows; undefined when it shows none. */
const useShownId = (): string | undefined => {
  const inPath = useParams({
    strict: false,
    select: (params) => readTextProperty(params, 'id') ?? readTextProperty(params, 'runId'),
  });
  const inQuery = useSearch({ strict: false, select: (search) => readTextProperty(search, 'id') });
  return inPath ?? inQuery;
};

/** The other tenant of the user that has an object that is missing in the current one; undefined when none has. */
const useOtherTenant = (id: string, isMissing: boolean): Tenant | undefined => {
  const hasSeveral = (useTenants()?.length ?? 0) > 1;
  const enabled = isMissing && hasSeveral;
  const { data } = useRead(people.endpoints.findTenantOf, { query: { entityId: id } }, { enabled });
  return (enabled ? data?.tenant : undefined) ?? undefined;
};

const SwitchTo = ({ tenantId, tenantName }: Tenant) => {
  // The same address is loaded again, now in the other tenant.
  const change = useWrite(people.endpoints.switchTenant, {
    toastFailure: true,
    onSuccess: () => location.reload(),
  });
  return (
    <Page title={`This is at ${tenantName}`}>
      <EmptyState
        title={`The link leads to ${tenantName}`}
        action={
          <Button
            loading={change.isPending || change.isSuccess}
            onClick={() => change.mutate({ body: { tenantId } })}
          >
            Switch to {tenantName}
          </Button>
        }
      >
        You belong to that company too. Switch to it to open the link.
      </EmptyState>
    </Page>
  );
};

/** Reads again what was not found before. */
const useLoadAgain = () => {
  const client = useQueryClient();
  return () =>
    void client.resetQueries({
      predicate: ({ state }) => state.error instanceof ApiError && state.error.status === 404,
    });
};

const whileAsked = 15_000;

/**
 * Shows the screen. If its object is in another tenant of the user, shows a way to switch there instead; if it was not shared with the user, a
 * way to ask for it.
 */
export const Elsewhere = ({ children }: { children: ReactNode }) => {
  const id = useShownId();
  const isMissing = useIsMissing(id);
  const tenant = useOtherTenant(id ?? '', isMissing);
  const request = useOwnRequest(id ?? '', { enabled: isMissing, refetchInterval: whileAsked });
  const onOpen = useLoadAgain();
  const notShared = isMissing ? request.data : undefined;
  const isUndecided = isMissing && request.isPending;
  return (
    <>
      {tenant ? (
        <SwitchTo {...tenant} />
      ) : notShared ? (
        <Suspense fallback={<PageSkeleton />}>
          <NotShared request={notShared} onOpen={onOpen} />
        </Suspense>
      ) : null}
      {isUndecided && !tenant ? <PageSkeleton /> : null}
      {/* The screen stays mounted, because its failed request is what reveals that the object is missing. */}
      <div hidden={tenant !== undefined || notShared !== undefined || isUndecided}>{children}</div>
    </>
  );
};
