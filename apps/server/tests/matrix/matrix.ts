import type { Contract, Endpoint } from '@atelier/contracts/kernel/contract';
import type { Client } from '../client.ts';

/** Things of tenant A that the matrix names when B, or a stranger, calls. The file of each contract adds what it needs. */
export interface Own {
  /** A client that is signed in as the owner of A. */
  owner: Client;
  tenantId: string;
  knowledgeBaseId: string;
  importId: string;
  appId: string;
  providerId: string;
  modelAddressId: string;
}

export interface Parts {
  params?: object;
  query?: object;
  body?: unknown;
  /** Sent instead of a body, for uploads. */
  form?: FormData;
}

/** Expectations for an endpoint besides its `access`. */
interface Beyond {
  /** The codes of 401 and 403 answers to callers whom `access` allows, because the endpoint requires more than a permission. */
  refusesItself?: readonly string[];
}

/**
 * The calls with which the matrix tests an endpoint. `naming` makes a request with ids of A, which the endpoint answers to all others with
 * 404 (or one of `refusal`). `plain` is the reason why requests name nothing of a tenant; `parts` makes such a request valid.
 */
export type Row = Beyond &
  (
    | { naming: (own: Own) => Parts | Promise<Parts>; refusal?: readonly number[] }
    | { plain: string; parts?: Parts }
  );

/** One row for every endpoint of a contract; a missing one does not compile. */
export type MatrixOf<C extends Contract> = Record<keyof C['endpoints'], Row>;

export interface Matrix {
  contract: Contract;
  rows: Record<string, Row>;
}

export const matrixOf = <const C extends Contract>(contract: C, rows: MatrixOf<C>): Matrix => ({
  contract,
  rows,
});

/** Returns a label such as "GET /api/content/apps". */
export const labelOf = ({ method, path }: Endpoint): string => `${method} ${path}`;
