import { registerConnectionUse } from '../connections/index.ts';
import { sourceRepository } from './repository/sources.ts';

/** A source that reads with a connection keeps it from being deleted. */
export const tellConnectionUses = (): void =>
  registerConnectionUse(async (tx, connectionIds) => {
    const rows = await sourceRepository.listOfConnections(tx.db, connectionIds);
    return rows.flatMap(({ id, name, connectionId }) =>
      connectionId === null ? [] : [{ kind: 'SOURCE' as const, id, name, connectionId, blocks: true }],
    );
  });
