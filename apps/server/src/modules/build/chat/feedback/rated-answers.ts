import type { RatedAnswer, ratedAnswers } from '@atelier/contracts/build/chat/rated-answers';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { closePage } from '../../../../kernel/db/paging.ts';
import { visibleAppNames } from '../../apps/index.ts';
import { presentAsked } from '../history/present.ts';
import { type RatedRow, ratedRepository } from './rated-repository.ts';

type Endpoints = (typeof ratedAnswers)['endpoints'];

const present = (row: RatedRow, around: { appName: string; now: Date }): RatedAnswer => ({
  ...presentAsked(row, around),
  answer: row.message.answer,
  verdict: row.feedback.verdict,
  reason: row.feedback.reason,
  text: row.feedback.feedback,
  feedbackStatus: row.feedback.status,
  givenAt: row.feedback.updatedAt.toISOString(),
});

/** Returns the name of an app that the actor may see. */
const findAppName = async (tx: TxCtx, appId: string): Promise<string | undefined> =>
  (await visibleAppNames(tx)).get(appId);

/** Lists the feedback on the answers of a visible app. Throws `history.app_not_found`. */
export const listRatedAnswers = (ctx: AnyCtx, query: RequestOf<Endpoints['list']>['query']) =>
  ctx.tx(async (tx) => {
    const { appId, status, verdict, limit, cursor } = query;
    const appName = (await findAppName(tx, appId)) ?? fail('history.app_not_found');
    const order = { sort: 'givenAt' as const, order: 'desc' as const, limit, cursor };
    const page = await ratedRepository.list(tx.db, { appId, status, verdict }, order);
    const { rows, nextCursor, total } = closePage(page, limit);
    const around = { appName, now: tx.now() };
    return { items: rows.map((row) => present(row, around)), nextCursor, total };
  });

/** Stores what was done about the feedback on an answer of a visible app. Throws `feedback.not_found`. */
export const changeFeedbackStatus = (
  ctx: AnyCtx,
  { queryId, status }: RequestOf<Endpoints['changeStatus']>['body'],
): Promise<RatedAnswer> =>
  ctx.tx(async (tx) => {
    const row = (await ratedRepository.find(tx.db, queryId)) ?? fail('feedback.not_found');
    const appName = (await findAppName(tx, row.appId)) ?? fail('feedback.not_found');
    await ratedRepository.setStatus(tx.db, queryId, status);
    await tx.audit('chat.feedback_status_set', queryId, { status });
    return present({ ...row, feedback: { ...row.feedback, status } }, { appName, now: tx.now() });
  });
