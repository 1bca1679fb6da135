import type { RatedAnswer } from '@atelier/contracts/assistants/chat/rated-answers';
import { roleMay } from '@atelier/contracts/kernel/permissions';
import { fail } from '../../../../kernel/base/errors.ts';
import { findUserId } from '../../../../kernel/context/actor.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { findEntityNames } from '../../../../kernel/entities/entity-kind.ts';
import { listUsersWithAccess } from '../../../account/access/index.ts';
import { assignmentMailJob } from './feedback-mails.ts';
import { getRated, readRated } from './rated-answers.ts';
import { ratedRepository } from './rated-repository.ts';

const pageSize = 100;

/** Lists the members who see the app and may look after its feedback. */
const findAssignees = async (tx: TxCtx, appId: string): Promise<{ userId: string; name: string }[]> => {
  const found: { userId: string; name: string }[] = [];
  let cursor: string | undefined;
  do {
    const page = await listUsersWithAccess(tx, appId, { limit: pageSize, cursor });
    for (const { userId, name, role } of page.items)
      if (roleMay(role, 'feedback:write')) found.push({ userId, name });
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return found;
};

/** Throws `history.app_not_found`. */
export const listAssignees = (ctx: AnyCtx, appId: string) =>
  ctx.tx(async (tx) => {
    if (!(await findEntityNames(tx, [appId])).has(appId)) fail('history.app_not_found');
    return { items: await findAssignees(tx, appId) };
  });

interface Assignment {
  queryId: string;
  userId: string | null;
  origin: string;
}

/**
 * Gives the feedback on an answer of a visible app to a member, who gets a mail unless they took it themselves. Throws `feedback.not_found`
 * and `feedback.assignee_not_found`.
 */
export const assignFeedback = (ctx: AnyCtx, { queryId, userId, origin }: Assignment): Promise<RatedAnswer> =>
  ctx.tx(async (tx) => {
    const { appId, feedback } = await getRated(tx, queryId);
    if (userId !== null && !(await findAssignees(tx, appId)).some((each) => each.userId === userId))
      fail('feedback.assignee_not_found');
    await ratedRepository.change(tx.db, queryId, { assigneeId: userId });
    await tx.audit('chat.feedback_assigned', queryId, { userId });
    const isOwn = findUserId(tx) === userId;
    if (userId !== null && userId !== feedback.assigneeId && !isOwn)
      await tx.enqueue(assignmentMailJob, { queryId, userId, origin });
    return readRated(tx, queryId);
  });
