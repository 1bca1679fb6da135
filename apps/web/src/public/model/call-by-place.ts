import type { CallOf, Endpoint, ReplyOf } from '@atelier/contracts/kernel/contract';
import { call } from '../../lib/server/api.ts';

type EndpointsOf<Names extends PropertyKey> = Record<Names, Endpoint>;

/**
 * The methods and addresses of endpoints. Only types are imported from the contracts, so that the page does not load their schemas; the
 * types still check methods and addresses.
 */
export type PlacesOf<E> = { [K in keyof E]?: Pick<E[K] & Endpoint, 'method' | 'path'> };

// A 401 of these calls only fails, because no session of a builder has ended (ERROR-13).
const open = { access: { public: 'a page for visitors and app users' }, summary: '' } as const;

/** Returns the function that calls the endpoints at these places. */
export const createCaller =
  <E extends EndpointsOf<Names>, Names extends keyof E>(
    places: Record<Names, Pick<Endpoint, 'method' | 'path'>>,
  ) =>
  <K extends Names>(name: K, request: CallOf<E[K]>): Promise<ReplyOf<E[K]>> =>
    call<Endpoint>({ ...open, ...places[name] }, request as CallOf<Endpoint>) as Promise<ReplyOf<E[K]>>;
