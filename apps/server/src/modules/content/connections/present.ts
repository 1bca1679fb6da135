import type { Connection, ConnectionKind } from '@atelier/contracts/content/connections/connections';
import type { z } from 'zod';
import { revisionFrom } from '../../../kernel/base/revision-from.ts';
import type { AnyCtx } from '../../../kernel/context/context.ts';
import type { UseOfConnection } from './connection-uses.ts';
import { findKind, type KnownKind } from './kinds.ts';
import { canChangeConnection, canRemoveConnection } from './policy.ts';
import type { ConnectionRow } from './tables.ts';

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
    abilities: { canUpdate: canChangeConnection(ctx), canRemove: canRemoveConnection(ctx, own) },
  };
};
