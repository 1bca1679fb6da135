import { access } from '@atelier/contracts/account/access';
import { type SharedSort, sharedThings } from '@atelier/contracts/account/shared-things';
import { usePages, useRead, useWrite } from '../../../../lib/query.ts';

const { endpoints } = sharedThings;
const minute = 60_000;

/** The things that were shared with the user. They are read again each minute, because work arrives while the screen is open. */
export const useSharedThings = ({
  search = '',
  sort = 'urgency',
}: {
  search?: string;
  sort?: SharedSort;
} = {}) =>
  usePages(
    endpoints.list,
    { query: { search, sort, order: sort === 'name' ? 'asc' : 'desc' } },
    { refetchInterval: () => minute },
  );

export const useOwnRequest = (entityId: string, options: { enabled: boolean; refetchInterval?: number }) =>
  useRead(endpoints.readRequest, { params: { entityId } }, options);

export const useAskFor = () => useWrite(endpoints.ask, { refreshes: [endpoints.readRequest] });

export const useAccessRequests = (entityId: string | undefined, options: { enabled: boolean }) =>
  useRead(endpoints.listRequests, { query: { entityId } }, { ...options, refetchInterval: minute });

/** Gives access to somebody who asked for it. */
export const useGrantRequest = (name: string) =>
  useWrite(access.endpoints.give, {
    refreshes: [endpoints.listRequests, access.endpoints.list],
    success: `${name} has access now.`,
    toastFailure: true,
  });

export const useDecline = () =>
  useWrite(endpoints.decline, { refreshes: [endpoints.listRequests], toastFailure: true });
