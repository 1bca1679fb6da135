import type { Role } from '@atelier/contracts/kernel/permissions';
import { roleMay } from '@atelier/contracts/kernel/permissions';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { type Entity, type EntityKind, entityKinds } from '../../../../kernel/entities/entity-kind.ts';

export interface KnownEntity extends Entity {
  kind: EntityKind;
}

/** Finds the kind of things to which an id belongs, if grants open such things. */
export const findGrantedKind = (
  { services }: Pick<AnyCtx, 'services'>,
  entityId: string,
): EntityKind | undefined =>
  services.extensions
    .of(entityKinds)
    .find(({ prefix, sharesItself }) => entityId.startsWith(prefix) && sharesItself !== true);

/** Returns undefined also when the actor may not see it. */
export const findEntity = async (tx: TxCtx, entityId: string): Promise<KnownEntity | undefined> => {
  const kind = findGrantedKind(tx, entityId);
  const entity = await kind?.find(tx, entityId);
  return kind && entity && { ...entity, kind };
};

/** Finds the entity with an id, whichever module it belongs to. Throws `access.entity_not_found`. */
export const getEntity = async (tx: TxCtx, entityId: string): Promise<KnownEntity> =>
  (await findEntity(tx, entityId)) ?? fail('access.entity_not_found');

/** Throws `access.role_cannot_open` when no screen would show the thing to members in this role. */
export const requireOpening = (role: Role, { kind }: Pick<KnownEntity, 'kind'>): void => {
  if (!roleMay(role, kind.permission)) fail('access.role_cannot_open');
};
