import type { NewAccess } from '@atelier/contracts/account/access';
import type { z } from 'zod';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { entityKinds } from '../../../../kernel/entities/entity-kind.ts';
import { inviteAppUser } from '../../app-users/index.ts';
import { inviteMember, isInvited } from '../../people/index.ts';
import { rolesThatSee } from '../define-entity.ts';
import { accessRepository, type Member } from '../repository.ts';
import { giveTo } from './change-access.ts';
import { getEntity, type KnownEntity, requireOpening } from './get-entity.ts';

type Order = Pick<z.output<typeof NewAccess>, 'entityId' | 'email' | 'role' | 'as' | 'endsAt'> & {
  /** The origin of the link in an invitation. */
  origin: string;
};

interface Given {
  status: 'GRANTED' | 'INVITED';
  userId: string | null;
}

const giveToMember = async (
  tx: TxCtx,
  entity: KnownEntity,
  to: { member: Member; origin: string },
): Promise<Given> => {
  const { member } = to;
  if (rolesThatSee(entity.shared).includes(member.role)) fail('access.already_given');
  if (!(await giveTo(tx, entity, to))) fail('access.already_given');
  return { status: 'GRANTED', userId: member.userId };
};

const invite = async (tx: TxCtx, { entityId, email, role, origin }: Order): Promise<Given> => {
  if (!tx.may('users:write')) fail('access.invitation_forbidden');
  if (await isInvited(tx, { entityId, email })) fail('access.already_given');
  await inviteMember(tx, { email, role, origin, grants: [{ entityId }] });
  await tx.audit('access.invited', entityId, { email, role });
  return { status: 'INVITED', userId: null };
};

/** An app user does not join the company, so whoever shares the app may invite one. */
const inviteFromOutside = async (tx: TxCtx, { entityId, email, endsAt, origin }: Order): Promise<Given> => {
  if (
    !tx.services.extensions
      .of(entityKinds)
      .some(({ kind, prefix }) => kind === 'APP' && entityId.startsWith(prefix))
  )
    fail('access.app_users_need_app');
  const ends = endsAt === undefined ? null : new Date(endsAt);
  const status = await inviteAppUser(tx, { appId: entityId, email, endsAt: ends, origin });
  if (status === 'ALREADY') return fail('access.already_given');
  return { status, userId: null };
};

/**
 * Grants an entity to an address. If it belongs to no member, the address is invited: as an app user, or as a member who gets the grant on
 * acceptance, which only users who manage members may do. Throws `access.entity_not_found`, `access.already_given`,
 * `access.app_users_need_app`, `access.invitation_forbidden`, `access.role_cannot_open`, and what `inviteAppUser` and `inviteMember` throw.
 */
export const giveAccess = (ctx: AnyCtx, order: Order): Promise<Given> =>
  ctx.tx(async (tx) => {
    const { entityId, email } = order;
    const entity = await getEntity(tx, entityId);
    const member = await accessRepository.findMember(tx.db, { tenantId: tx.tenantId, email });
    if (member) return giveToMember(tx, entity, { member, origin: order.origin });
    if (order.as === 'MEMBER') requireOpening(order.role, entity);
    return order.as === 'APP_USER' ? inviteFromOutside(tx, order) : invite(tx, order);
  });
