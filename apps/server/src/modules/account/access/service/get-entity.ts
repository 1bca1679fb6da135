import { fail } from '../../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { Entity } from '../../../../kernel/entities/entity-kind.ts';

/** Finds the entity with an id, whichever module it belongs to. Throws `access.entity_not_found`. */
export const getEntity = async (tx: TxCtx, entityId: string): Promise<Entity> => {
  const kind = tx.services.entities.find(({ prefix }) => entityId.startsWith(prefix));
  return (await kind?.find(tx, entityId)) ?? fail('access.entity_not_found');
};
