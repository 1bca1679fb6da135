import type { Connection, NewConnection } from '@atelier/contracts/content/connections/connections';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import type { Limits } from '@atelier/contracts/kernel/limits';
import type { z } from 'zod';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import { checkRevision } from '../../../../kernel/context/check-revision.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { findConnectionUses } from '../connection-uses.ts';
import { getKind } from '../kinds.ts';
import { isFree, presentConnection } from '../present.ts';
import { connectionRepository } from '../repository.ts';
import type { ConnectionRow } from '../tables.ts';
import { checkedLimits } from './limits.ts';
import { completeValues, namesOfSecrets, openValues, sealValues } from './seal-values.ts';

/** Throws `connections.kind_unknown`, `connections.values_invalid`, `connections.key_unreadable` and `connections.name_taken`. */
export const createConnection = (ctx: AnyCtx, input: z.output<typeof NewConnection>): Promise<Connection> =>
  ctx.tx(async (tx) => {
    const { service, name } = input;
    const kind = getKind(input);
    const sealed = sealValues(tx, kind, completeValues(kind, input.values));
    const limits = checkedLimits(kind, input.limits ?? null);
    const row =
      (await connectionRepository.insert(tx.db, {
        id: newId('con'),
        limits,
        service,
        kind: kind.kind,
        name,
        ...sealed,
      })) ?? fail('server.internal');
    await tx.audit('connections.created', row.id, { name, service, kind: kind.kind });
    return presentConnection(tx, row, { uses: [], secretsSet: namesOfSecrets(tx, row) });
  });

const lock = async (tx: TxCtx, id: string): Promise<ConnectionRow> =>
  (await connectionRepository.lock(tx.db, id)) ?? fail('connections.not_found');

interface Change {
  name?: string | undefined;
  values?: FieldValues | undefined;
  /** Null takes the limits away. */
  limits?: Limits | null | undefined;
}

/** The outcome of the last test is cleared with the settings that it applied to. */
const changedValues = (tx: TxCtx, row: ConnectionRow, values: FieldValues | undefined) => {
  if (values === undefined) return {};
  const kind = getKind(row);
  const complete = completeValues(kind, values, openValues(tx, kind, row));
  return { ...sealValues(tx, kind, complete), lastTest: null };
};

/**
 * Changes the name, the settings or the limits. An empty secret keeps its stored value as long as the address stays the same. Throws
 * `connections.not_found`, `connections.changed_meanwhile`, `connections.values_invalid`, `connections.secrets_again`,
 * `connections.key_unreadable` and `connections.name_taken`.
 */
export const updateConnection = (
  ctx: AnyCtx,
  id: string,
  { revision, ...change }: Change & { revision?: number | undefined },
): Promise<Connection> =>
  ctx.tx(async (tx) => {
    const newest = async () => {
      const row = await lock(tx, id);
      const uses = await findConnectionUses(tx, [id]);
      return presentConnection(tx, row, { uses, secretsSet: namesOfSecrets(tx, row) });
    };
    await checkRevision(tx, 'connections.changed_meanwhile', { id, revision, newest });
    const { name, values, limits } = change;
    const row = await lock(tx, id);
    const updated =
      (await connectionRepository.update(tx.db, id, {
        ...(name === undefined ? {} : { name }),
        ...changedValues(tx, row, values),
        ...(limits === undefined ? {} : { limits: checkedLimits(getKind(row), limits) }),
      })) ?? fail('connections.not_found');
    const changed = Object.keys(change).filter((part) => change[part as keyof Change] !== undefined);
    await tx.audit('connections.updated', id, { changed, ...(limits !== undefined && { limits }) });
    return presentConnection(tx, updated, {
      uses: await findConnectionUses(tx, [id]),
      secretsSet: namesOfSecrets(tx, updated),
    });
  });

/** Throws `connections.not_found`, and `connections.in_use` with what must be deleted first. */
export const removeConnection = (ctx: AnyCtx, id: string): Promise<void> =>
  ctx.tx(async (tx) => {
    const row = await lock(tx, id);
    const uses = (await findConnectionUses(tx, [id])).map(({ connectionId: _id, ...use }) => use);
    if (!isFree(uses)) fail('connections.in_use', { uses: uses.filter(({ blocks }) => blocks) });
    await connectionRepository.remove(tx.db, id);
    await tx.audit('connections.removed', id, {
      name: row.name,
      service: row.service,
      kind: row.kind,
      ...(uses.length > 0 ? { givenUp: uses.map(({ name }) => name) } : {}),
    });
  });
