import type { ReplyInputOf, RequestOf } from '@atelier/contracts/kernel/contract';
import type { monitoring } from '@atelier/contracts/operate/monitoring/monitoring';
import { fail } from '../../../../kernel/base/errors.ts';
import { type Period, toPeriod } from '../../../../kernel/base/period.ts';
import type { AnyCtx, Ctx } from '../../../../kernel/context/context.ts';
import type { Services } from '../../../../kernel/services/services.ts';
import { listUnanswered } from '../../../assistants/chat/index.ts';
import { questionTopics } from '../computations.ts';
import { addFigures, noFigures, presentFigures } from '../figures.ts';
import { monitorRepository } from '../repository.ts';
import { findMonitored, findSubjectName, findSubjects, presentState } from './find-subjects.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** The unit in which a period is shown: at most three days by the hour. */
const chooseUnit = ({ from, to }: Period): 'HOUR' | 'DAY' =>
  Date.parse(to) - Date.parse(from) < 3 * dayMs ? 'HOUR' : 'DAY';

/** Returns the beginnings of the hours or days of a period, oldest first, without those to come. */
const listStepStarts = (period: Period, now: Date): number[] => {
  const step = chooseUnit(period) === 'HOUR' ? hourMs : dayMs;
  const first = Date.parse(period.from);
  const end = Math.min(Date.parse(period.to) + dayMs, Math.max(now.getTime(), first + 1));
  return Array.from({ length: Math.ceil((end - first) / step) }, (_, index) => first + index * step);
};

type Endpoints = (typeof monitoring)['endpoints'];

/** Lists the things of a kind that the actor may see, with their figures. */
export const listSubjects = (
  ctx: AnyCtx,
  { kind, search, ...query }: RequestOf<Endpoints['subjects']>['query'],
): Promise<ReplyInputOf<Endpoints['subjects']>> =>
  ctx.tx(async (tx) => {
    const period = toPeriod(query, tx.now());
    const { names, isCutOff } = await findSubjects(tx, kind, search);
    const subjectIds = [...names.keys()];
    const figures = await monitorRepository.bySubject(tx.db, { kind, subjectIds, period });
    const monitoring = kind === 'APP' ? await monitorRepository.monitoring(tx.db, subjectIds) : undefined;
    const items = subjectIds.map((subjectId) => ({
      subjectId,
      name: names.get(subjectId) ?? '',
      ...(monitoring ? presentState(monitoring.get(subjectId)) : { state: null, startedAt: null }),
      ...presentFigures(figures.get(subjectId) ?? noFigures),
    }));
    return { ...period, isCutOff, items: items.toSorted((one, other) => other.asked - one.asked) };
  });

/** Reads the figures over time: of one thing, or of all that is monitored. Throws `monitoring.not_found`. */
export const readDashboard = (
  ctx: AnyCtx,
  { kind, subjectId, ...query }: RequestOf<Endpoints['dashboard']>['query'],
): Promise<ReplyInputOf<Endpoints['dashboard']>> =>
  ctx.tx(async (tx) => {
    const period = toPeriod(query, tx.now());
    const name =
      subjectId === undefined
        ? null
        : ((await findSubjectName(tx, kind, subjectId)) ?? fail('monitoring.not_found'));
    const subjectIds = subjectId === undefined ? await findMonitored(tx, kind) : [subjectId];
    const unit = chooseUnit(period);
    const figures = await monitorRepository.byTime(tx.db, { kind, subjectIds, period }, unit);
    const points = listStepStarts(period, tx.now()).map((at) => ({
      at: new Date(at).toISOString(),
      ...presentFigures(figures.get(at) ?? noFigures),
    }));
    return { ...period, name, unit, totals: presentFigures(addFigures([...figures.values()])), points };
  });

const atOnce = 20_000;

/** Adds the notes of all companies to the figures of their hours. Returns the number of notes. */
export const addUpNotes = async ({ identityPool }: Services): Promise<number> => {
  let total = 0;
  for (;;) {
    const { rows } = await identityPool.query<{ added: number }>('select atelier.add_up_notes($1) as added', [
      atOnce,
    ]);
    const added = rows[0]?.added ?? 0;
    total += added;
    if (added < atOnce) return total;
  }
};

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
