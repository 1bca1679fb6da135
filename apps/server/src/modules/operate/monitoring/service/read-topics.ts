import type { ReplyInputOf, RequestOf } from '@atelier/contracts/kernel/contract';
import type { monitoring } from '@atelier/contracts/operate/monitoring/monitoring';
import { fail } from '../../../../kernel/base/errors.ts';
import { toPeriod } from '../../../../kernel/base/period.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { listUnanswered } from '../../../assistants/chat/index.ts';
import { questionTopics } from '../computations.ts';
import { findMonitored, findSubjectName } from './find-subjects.ts';

type Topics = (typeof monitoring)['endpoints']['topics'];

const mostQuestions = 500;
const mostGroups = 30;
const latestOfGroup = 5;

/** Groups the latest unanswered questions of one app, or of all that are monitored. Throws `monitoring.not_found`. */
export const readTopics = async (
  ctx: Ctx,
  { appId, ...query }: RequestOf<Topics>['query'],
): Promise<ReplyInputOf<Topics>> => {
  const period = toPeriod(query, ctx.now());
  const found = await ctx.tx(async (tx) => {
    if (appId !== undefined && (await findSubjectName(tx, 'APP', appId)) === undefined)
      fail('monitoring.not_found');
    const appIds = appId === undefined ? await findMonitored(tx, 'APP') : [appId];
    return listUnanswered(tx, { appIds, ...period }, mostQuestions + 1);
  });
  const questions = found.slice(0, mostQuestions);
  const groups = await ctx.services.compute.run(
    questionTopics,
    { questions: questions.map(({ question }) => question), mostGroups },
    { tenantId: ctx.tenantId },
  );
  return {
    ...period,
    questions: questions.length,
    isCutOff: found.length > mostQuestions,
    topics: groups.map(({ title, members }) => ({
      title,
      questions: members.length,
      latest: members.slice(0, latestOfGroup).flatMap((at) => questions[at] ?? []),
    })),
  };
};
