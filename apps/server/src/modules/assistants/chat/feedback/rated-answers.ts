import type {
  AnsweredAnew,
  RatedAnswer,
  ratedAnswers,
} from '@atelier/contracts/assistants/chat/rated-answers';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { findEntityNames } from '../../../../kernel/entities/entity-kind.ts';
import { presentAsked } from '../history/present.ts';
import { newAnswerRepository, type ToldRow } from '../new-answer-repository.ts';
import { type RatedRow, ratedRepository } from './rated-repository.ts';

type Endpoints = (typeof ratedAnswers)['endpoints'];

const presentNew = (row: ToldRow): AnsweredAnew => ({
  answer: row.answer,
  answerKind: row.answerKind,
  origin: row.origin,
  citations: row.citations,
  madeAt: row.createdAt.toISOString(),
  told: row.toldAt && { at: row.toldAt.toISOString(), by: row.teller },
});

interface Around {
  appName: string;
  now: Date;
  newAnswer: ToldRow | undefined;
}

const present = (row: RatedRow, around: Around): RatedAnswer => {
  const { message, feedback, assignee } = row;
  const asked = presentAsked(row, around);
  return {
    ...asked,
    answer: message.answer,
    verdict: feedback.verdict,
    reason: feedback.reason,
    text: feedback.feedback,
    feedbackStatus: feedback.status,
    givenAt: feedback.updatedAt.toISOString(),
    assignee: feedback.assigneeId === null ? null : { userId: feedback.assigneeId, name: assignee ?? '' },
    newAnswer: around.newAnswer ? presentNew(around.newAnswer) : null,
    readerEmail: row.accountEmail ?? asked.visitor?.email ?? null,
  };
};

/** Returns the name of an app that the actor may see. */
const findAppName = async (tx: TxCtx, appId: string): Promise<string | undefined> =>
  (await findEntityNames(tx, [appId])).get(appId);

/** Lists the feedback on the answers of a visible app. Throws `history.app_not_found`. */
export const listRatedAnswers = (ctx: AnyCtx, query: RequestOf<Endpoints['list']>['query']) =>
  ctx.tx(async (tx) => {
    const { appId, status, verdict, assigneeId, limit, cursor } = query;
    const appName = (await findAppName(tx, appId)) ?? fail('history.app_not_found');
    const order = { sort: 'givenAt' as const, order: 'desc' as const, limit, cursor };
    const { rows, nextCursor, total } = await ratedRepository.list(
      tx.db,
      { appId, status, verdict, assigneeId },
      order,
    );
    const made = await newAnswerRepository.findNewest(
      tx.db,
      rows.map(({ message }) => message.id),
    );
    const newest = new Map(made.map((row) => [row.queryId, row]));
    const now = tx.now();
    const items = rows.map((row) => present(row, { appName, now, newAnswer: newest.get(row.message.id) }));
    return { items, nextCursor, total };
  });

/** Returns the feedback on an answer of a visible app. Throws `feedback.not_found`. */
export const getRated = async (tx: TxCtx, queryId: string): Promise<RatedRow & { appName: string }> => {
  const row = (await ratedRepository.find(tx.db, queryId)) ?? fail('feedback.not_found');
  const appName = (await findAppName(tx, row.appId)) ?? fail('feedback.not_found');
  return { ...row, appName };
};

/** Reads the feedback on an answer of a visible app. Throws `feedback.not_found`. */
export const readRated = async (tx: TxCtx, queryId: string): Promise<RatedAnswer> => {
  const { appName, ...row } = await getRated(tx, queryId);
  const [newAnswer] = await newAnswerRepository.findNewest(tx.db, [queryId]);
  return present(row, { appName, now: tx.now(), newAnswer });
};

/** Stores what was done about the feedback on an answer of a visible app. Throws `feedback.not_found`. */
export const changeFeedbackStatus = (
  ctx: AnyCtx,
  { queryId, status }: RequestOf<Endpoints['changeStatus']>['body'],
): Promise<RatedAnswer> =>
  ctx.tx(async (tx) => {
    await getRated(tx, queryId);
    await ratedRepository.change(tx.db, queryId, { status });
    await tx.audit('chat.feedback_status_set', queryId, { status });
    return readRated(tx, queryId);
  });
