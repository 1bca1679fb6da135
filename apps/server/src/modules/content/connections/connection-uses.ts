import type { ConnectionUse } from '@atelier/contracts/content/connections/connections';
import type { TxCtx } from '../../../kernel/context/context.ts';

export interface UseOfConnection extends ConnectionUse {
  connectionId: string;
}

type FindUses = (tx: TxCtx, connectionIds: readonly string[]) => Promise<readonly UseOfConnection[]>;

const finders = new Set<FindUses>();

/** Modules to the right of this one say here what hangs on a connection, and whether it has to go first. */
export const registerConnectionUse = (find: FindUses): void => {
  finders.add(find);
};

export const findConnectionUses: FindUses = async (tx, connectionIds) => {
  const uses: UseOfConnection[] = [];
  if (connectionIds.length === 0) return uses;
  for (const find of finders) uses.push(...(await find(tx, connectionIds)));
  return uses;
};
