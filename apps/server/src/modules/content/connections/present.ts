import type { Authorization } from '@atelier/contracts/content/connections/authorization';
import type {
  Connection,
  ConnectionKind,
  ConnectionUse,
} from '@atelier/contracts/content/connections/connections';
import type { z } from 'zod';
import { revisionFrom } from '../../../kernel/base/revision-from.ts';
import type { AnyCtx } from '../../../kernel/context/context.ts';
import type { UseOfConnection } from './connection-uses.ts';
import { findKind, type KnownKind } from './kinds.ts';
import type { AuthorizationRow, ConnectionRow } from './tables.ts';

const canChangeConnection = (ctx: AnyCtx): boolean => ctx.may('connections:write');

export const isFree = (uses: readonly ConnectionUse[]): boolean => !uses.some(({ blocks }) => blocks);

export const presentKind = ({ test: _test, ...kind }: KnownKind): z.input<typeof ConnectionKind> => kind;

/** `secretsSet` names the secrets that are stored; their values never leave the server. */
export const presentConnection = (
  ctx: AnyCtx,
  row: ConnectionRow,
  { uses, secretsSet }: { uses: readonly UseOfConnection[]; secretsSet: string[] },
): Connection => {
  const kind = findKind(row);
  const own = uses
    .filter(({ connectionId }) => connectionId === row.id)
    .map(({ connectionId: _id, ...use }) => use);
  return {
    connectionId: row.id,
    revision: revisionFrom([row.name, row.settings, row.secrets, row.limits]),
    name: row.name,
    icon: kind?.icon ?? 'connection',
    service: row.service,
    kind: row.kind,
    title: kind?.title ?? row.kind,
    values: row.settings,
    secretsSet,
    limits: row.limits,
    lastTest: row.lastTest,
    uses: own,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    abilities: { canUpdate: canChangeConnection(ctx), canRemove: canChangeConnection(ctx) && isFree(own) },
  };
};

export const presentAuthorization = ({
  id,
  provider,
  account,
  expiresAt,
}: AuthorizationRow): Authorization => ({
  authorizationId: id,
  provider,
  account,
  expiresAt: expiresAt?.toISOString() ?? null,
});
