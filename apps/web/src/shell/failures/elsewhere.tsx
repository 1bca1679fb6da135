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

/** The other tenant of the user that has the object in this address; undefined when the current tenant has it, or none does. */
const useOtherTenant = (): Tenant | undefined => {
  const id = useParams({ strict: false, select: (params) => textOf(params, 'id') });
  const isMissing = useIsMissing(id);
  const hasSeveral = (useTenants()?.length ?? 0) > 1;
  const enabled = isMissing && hasSeveral;
  const { data } = useRead(people.endpoints.findTenantOf, { query: { entityId: id ?? '' } }, { enabled });
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

/** Shows the screen. If its object is in another tenant of the user, shows a way to switch there instead. */
export const Elsewhere = ({ children }: { children: ReactNode }) => {
  const tenant = useOtherTenant();
  return (
    <>
      {tenant ? <SwitchTo {...tenant} /> : null}
      {/* The screen stays mounted, because its failed request is what reveals that the object is missing. */}
      <div hidden={tenant !== undefined}>{children}</div>
    </>
  );
};
