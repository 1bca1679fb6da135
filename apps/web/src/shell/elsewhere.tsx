import { people } from '@atelier/contracts/people';
import { Button } from '@mantine/core';
import { notifyManager, type QueryCache, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { ApiError } from '../lib/api-error.ts';
import { useRead, useWrite } from '../lib/query.ts';
import { useTenants } from '../lib/tenants.ts';
import { propertyOf, textOf } from '../ui/property-of.ts';
import classes from './elsewhere.module.css';

const isMissing = (cache: QueryCache, id: string): boolean =>
  cache
    .getAll()
    .some(
      ({ queryKey, state }) =>
        state.error instanceof ApiError &&
        state.error.status === 404 &&
        queryKey.some((part) => propertyOf(part, 'id') === id),
    );

/** Whether the thing of this address was asked for and is not there. */
const useIsMissing = (id: string | undefined): boolean => {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (listener) => cache.subscribe(notifyManager.batchCalls(listener)),
    () => id !== undefined && isMissing(cache, id),
  );
};

const SwitchTo = ({ entityId }: { entityId: string }) => {
  const { data } = useRead(people.endpoints.findCompanyOf, { query: { entityId } });
  // The page is loaded again as it stands in the address, in the other company.
  const change = useWrite(people.endpoints.switchTenant, {
    toastFailure: true,
    onSuccess: () => location.reload(),
  });
  const company = data?.company;
  if (!company) return null;
  return (
    <section className={classes.elsewhere} aria-label="Another company">
      <p>
        What this link leads to belongs to <strong>{company.tenantName}</strong>, another company of yours.
      </p>
      <Button
        loading={change.isPending || change.isSuccess}
        onClick={() => change.mutate({ body: { tenantId: company.tenantId } })}
      >
        Switch to {company.tenantName}
      </Button>
    </section>
  );
};

/** Above a screen whose thing is not in this company: the way to it, where it is in another company of the person. */
export const Elsewhere = () => {
  const id = useParams({ strict: false, select: (params) => textOf(params, 'id') });
  const isMissing = useIsMissing(id);
  const hasSeveral = (useTenants()?.length ?? 0) > 1;
  return id !== undefined && isMissing && hasSeveral ? <SwitchTo entityId={id} /> : null;
};
