import { z } from 'zod';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { defineJob, type InputOf } from '../../../../kernel/context/define-job.ts';
import { ownUserId } from '../../../../kernel/context/own-user.ts';
import { entityKinds } from '../../../../kernel/entities/entity-kind.ts';
import type { Mail } from '../../../../kernel/mail/mail.ts';
import { renderMail } from '../../../../kernel/mail/mail-template.ts';
import { findTenant, tenantMembers } from '../../tenancy/index.ts';
import { accessRepository, accessRequestRepository } from '../repository.ts';
import { findEntity, type KnownEntity } from './get-entity.ts';

interface AboutThing {
  to: string;
  /** The name of the addressee. */
  name: string;
  companyName: string;
  /** The kind and the name of the thing: "worker" and "Support answers". */
  label: string;
  thing: string;
  link: string;
}

/** The mail that tells a member what was shared with them, and what they may do with it. */
const sharedMail = (mail: AboutThing & { giver: string; use: string }): Mail =>
  renderMail({
    to: mail.to,
    subject: `${mail.giver} shared the ${mail.label} “${mail.thing}” with you`,
    heading: `The ${mail.label} “${mail.thing}” is shared with you`,
    name: mail.name,
    paragraphs: [
      `${mail.giver} gave you access to the ${mail.label} “${mail.thing}” of ${mail.companyName}. ${mail.use}`,
    ],
    action: { label: `Open the ${mail.label}`, url: mail.link },
    note: 'It also stands on your first screen, under “Shared with you”.',
  });

/** The mail that tells those who may give access who asks for it. */
const requestMail = (mail: AboutThing & { asker: string; askerEmail: string; message: string }): Mail =>
  renderMail({
    to: mail.to,
    subject: `${mail.asker} asks for access to “${mail.thing}”`,
    heading: `${mail.asker} asks for access`,
    name: mail.name,
    paragraphs: [
      `${mail.asker} (${mail.askerEmail}) asks for access to the ${mail.label} “${mail.thing}” of ${mail.companyName}.`,
      ...(mail.message === '' ? [] : [`“${mail.message}”`]),
    ],
    action: { label: 'Decide about it', url: mail.link },
    note: 'The first screen shows the request, and gives access with one click.',
  });

export const requestMailJob = defineJob({
  name: 'access.send-request',
  input: z.object({
    entityId: z.string(),
    /** The member who asks, and the one who gets the mail. */
    askerId: z.string(),
    userId: z.string(),
    origin: z.url(),
  }),
});

const mostMails = 20;

/** Orders a mail to the member who made the thing while they may share it, else to each owner and administrator. */
export const orderRequestMails = async (tx: TxCtx, entity: KnownEntity, origin: string): Promise<void> => {
  const askerId = ownUserId(tx);
  const userIds = entity.madeBy === null ? [] : [entity.madeBy];
  const [maker] = await tenantMembers.list(tx, { userIds, roles: ['OWNER', 'ADMIN', 'BUILDER'] });
  const deciders = maker
    ? [maker]
    : await tenantMembers.list(tx, { roles: ['OWNER', 'ADMIN'], limit: mostMails });
  for (const { userId } of deciders) {
    const key = `${requestMailJob.name}:${entity.id}:${askerId}:${userId}`;
    await tx.enqueue(requestMailJob, { entityId: entity.id, askerId, userId, origin }, { key });
  }
};

/** Sends the mail, unless somebody has decided about the request meanwhile. */
export const sendRequestMail = async (
  ctx: Ctx,
  { entityId, askerId, userId, origin }: InputOf<typeof requestMailJob>,
): Promise<void> => {
  const mail = await ctx.tx(async (tx) => {
    const query = { tenantId: tx.tenantId, entityId, userId: askerId };
    const [request] = await accessRequestRepository.list(tx.db, query, 1);
    const [decider] = await tenantMembers.list(tx, { userIds: [userId] });
    const tenant = await findTenant(tx.db, tx.tenantId);
    const entity = await findEntity(tx, entityId);
    if (!request || !decider || !tenant || !entity) return undefined;
    return requestMail({
      to: decider.email,
      name: decider.name,
      companyName: tenant.tenantName,
      label: entity.kind.label.one,
      thing: entity.name,
      link: `${origin}/agents`,
      asker: request.userName,
      askerEmail: request.email,
      message: request.message,
    });
  });
  if (mail) await ctx.services.mailer.send(mail);
};

export const sharedNoticeJob = defineJob({
  name: 'access.send-shared-notice',
  input: z.object({
    entityId: z.string(),
    /** The member with whom it was shared. */
    userId: z.string(),
    /** The name of who shared it; null for a program. */
    giver: z.string().nullable(),
    origin: z.url(),
  }),
});

/** Orders the mail that tells a member what was shared with them. Call it in the transaction that shares the thing. */
export const orderSharedNotice = async (
  tx: TxCtx,
  shared: { entityId: string; userId: string; origin: string },
): Promise<void> => {
  const giver = 'name' in tx.actor ? tx.actor.name : null;
  const key = `${sharedNoticeJob.name}:${shared.entityId}:${shared.userId}`;
  await tx.enqueue(sharedNoticeJob, { ...shared, giver }, { key });
};

/** Sends the mail, unless the member does not see the thing by now. */
export const sendSharedNotice = async (
  ctx: Ctx,
  { entityId, userId, giver, origin }: InputOf<typeof sharedNoticeJob>,
): Promise<void> => {
  const kind = ctx.services.extensions.of(entityKinds).find(({ prefix }) => entityId.startsWith(prefix));
  const { member, tenant } = await ctx.tx(async (tx) => {
    const query = { tenantId: tx.tenantId, userIds: [userId] };
    const [found] = await accessRepository.listMembers(tx.db, query);
    return { member: found, tenant: await findTenant(tx.db, tx.tenantId) };
  });
  if (!kind || !member || !tenant) return;
  const actor = { kind: 'user', userId, role: member.role, name: member.name } as const;
  const thing = await ctx.inTenant(ctx.tenantId, actor).tx((tx) => kind.find(tx, entityId));
  if (!thing) return;
  await ctx.services.mailer.send(
    sharedMail({
      to: member.email,
      name: member.name,
      companyName: tenant.tenantName,
      label: kind.label.one,
      thing: thing.name,
      link: `${origin}${kind.buildPagePath(entityId)}`,
      giver: giver ?? tenant.tenantName,
      use: kind.describeUse(member.role),
    }),
  );
};
