import type { Contract, Endpoint } from '@atelier/contracts/kernel/contract';
import type { Client } from '../client.ts';

/** Things of company A that the matrix names when B, or a stranger, calls. Each contract's file adds what it needs. */
export interface Own {
  /** Signed in as the owner of A. */
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
  /** Instead of a body, for uploads. */
  form?: FormData;
}

/** What holds for an endpoint beside its `access`. */
interface Beyond {
  /** Codes with which it answers 401 or 403 to people whom `access` admits, because it asks for more than a permission. */
  refusesItself?: readonly string[];
}

/**
 * How the matrix calls an endpoint. `naming` makes a request with ids of A, which anybody else gets refused as 404
 * (or one of `refusal`). `plain` is a request that names nothing of a company, with the reason; `parts` makes it valid.
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

/** "GET /api/content/apps" */
export const labelOf = ({ method, path }: Endpoint): string => `${method} ${path}`;
