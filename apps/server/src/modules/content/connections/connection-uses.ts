import type { ConnectionUse } from '@atelier/contracts/content/connections/connections';
import type { TxCtx } from '../../../kernel/context/context.ts';
import { defineExtensionPoint } from '../../../kernel/services/extension-points.ts';

export interface UseOfConnection extends ConnectionUse {
  connectionId: string;
}

type FindUses = (tx: TxCtx, connectionIds: readonly string[]) => Promise<readonly UseOfConnection[]>;

/** Functions that find the uses of a connection and tell whether they prevent its deletion, added by modules that depend on this one. */
export const connectionUses = defineExtensionPoint<FindUses>('connections.uses');

export const findConnectionUses: FindUses = async (tx, connectionIds) => {
  const uses: UseOfConnection[] = [];
  if (connectionIds.length === 0) return uses;
  for (const find of tx.services.extensions.of(connectionUses)) uses.push(...(await find(tx, connectionIds)));
  return uses;
};
