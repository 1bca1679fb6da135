import type { reports } from '@atelier/contracts/assistants/chat/reports';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import { fail } from '../../../../kernel/base/errors.ts';
import { toPeriod } from '../../../../kernel/base/period.ts';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import { visibleAppNames } from '../../apps/index.ts';
import { shownAsker } from '../history/read-questions.ts';
import { reportRepository } from './repository.ts';

type ReportQuery = RequestOf<(typeof reports)['endpoints']['appReports']>['query'];

const nothing = {
  ...{ questions: 0, answered: 0, unanswered: 0, failed: 0, likes: 0, dislikes: 0, credits: 0 },
  ...{ conversations: 0, inputTokens: 0, outputTokens: 0, medianMs: null },
};

/** Reports on the visible apps, or on one of them. Throws `history.app_not_found`. */
export const getAppReports = (ctx: AnyCtx, query: ReportQuery) =>
  ctx.tx(async (tx) => {
    const visible = await visibleAppNames(tx);
    const { appId: only } = query;
    const names =
      only === undefined ? visible : new Map([[only, visible.get(only) ?? fail('history.app_not_found')]]);
    const period = toPeriod(query, tx.now());
    const appIds = [...names.keys()];
    const rows = await reportRepository.summarise(tx.db, { appIds, userId: shownAsker(tx), ...period });
    const asked = rows.flatMap(({ appId, day: _day, ...figures }) =>
      appId === null ? [] : [{ appId, appName: names.get(appId) ?? '', ...figures }],
    );
    const known = new Set(asked.map(({ appId }) => appId));
    const unasked = [...names].filter(([appId]) => !known.has(appId));
    return {
      ...period,
      apps: [...asked, ...unasked.map(([appId, appName]) => ({ appId, appName, ...nothing }))],
      days: rows.flatMap(({ appId: _appId, day, ...figures }) => (day === null ? [] : [{ day, ...figures }])),
    };
  });

type FilterQuery = RequestOf<(typeof reports)['endpoints']['filter']>['query'];

/** Returns what the reports can be filtered by. Throws `history.app_not_found`. */
export const getReportFilter = (ctx: AnyCtx, { appId }: FilterQuery) =>
  ctx.tx(async (tx) => {
    const names = await visibleAppNames(tx);
    if (appId !== undefined && !names.has(appId)) fail('history.app_not_found');
    const filter = { appIds: appId === undefined ? [...names.keys()] : [appId], userId: shownAsker(tx) };
    return {
      apps: [...names].map(([appId, name]) => ({ appId, name })),
      ...(await reportRepository.period(tx.db, filter)),
    };
  });
