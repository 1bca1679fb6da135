import type { ReplyInputOf, RequestOf } from '@atelier/contracts/kernel/contract';
import type { monitoring } from '@atelier/contracts/operate/monitoring/monitoring';
import { fail } from '../../../../kernel/base/errors.ts';
import { type Period, toPeriod } from '../../../../kernel/base/period.ts';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import { addFigures, noFigures, presentFigures } from '../figures.ts';
import { presentState } from '../present.ts';
import { monitorRepository } from '../repository.ts';
import { findMonitored, findSubjectName, findSubjects } from './find-subjects.ts';

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
