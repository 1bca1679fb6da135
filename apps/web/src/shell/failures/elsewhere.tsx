import { people } from '@atelier/contracts/account/people/people';
import { Button } from '@mantine/core';
import { notifyManager, type QueryCache, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useTenants } from '../../lib/account/tenants.ts';
import { useRead, useWrite } from '../../lib/query.ts';
import { ApiError } from '../../lib/server/api-error.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { propertyOf, textOf } from '../../ui/feedback/property-of.ts';
import { Page } from '../../ui/layout/page.tsx';

const isMissing = (cache: QueryCache, id: string): boolean =>
  cache
    .getAll()
    .some(
      ({ queryKey, state }) =>
        state.error instanceof ApiError &&
        state.error.status === 404 &&
        queryKey.some((part) => propertyOf(part, 'id') === id),
    );

/** Whether the server was asked for the thing that this address names and did not find it. */
const useIsMissing = (id: string | undefined): boolean => {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (listener) => cache.subscribe(notifyManager.batchCalls(listener)),
    () => id !== undefined && isMissing(cache, id),
  );
};

interface Company {
  tenantId: string;
  tenantName: string;
}

/** The other company of the person that has what this address names; undefined while it is here, or nowhere. */
const useOtherCompany = (): Company | undefined => {
  const id = useParams({ strict: false, select: (params) => textOf(params, 'id') });
  const isMissing = useIsMissing(id);
  const hasSeveral = (useTenants()?.length ?? 0) > 1;
  const enabled = isMissing && hasSeveral;
  const { data } = useRead(people.endpoints.findCompanyOf, { query: { entityId: id ?? '' } }, { enabled });
  return (enabled ? data?.company : undefined) ?? undefined;
};

const SwitchTo = ({ tenantId, tenantName }: Company) => {
  // The same address is loaded again, now in the other company.
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
        You belong to that company too. Switch over to open what the link leads to.
      </EmptyState>
    </Page>
  );
};

/** Shows the screen or, where its thing is in another company of the person, the way there instead. */
export const Elsewhere = ({ children }: { children: ReactNode }) => {
  const company = useOtherCompany();
  return (
    <>
      {company ? <SwitchTo {...company} /> : null}
      {/* The screen stays mounted, because its failed request is what tells that its thing is missing. */}
      <div hidden={company !== undefined}>{children}</div>
    </>
  );
};
