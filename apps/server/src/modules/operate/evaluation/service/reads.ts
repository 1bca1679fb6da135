import type { RequestOf } from '@atelier/contracts/kernel/contract';
import type { evaluation } from '@atelier/contracts/operate/evaluation/evaluation';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { visibleAppNames } from '../../../assistants/apps/index.ts';
import { presentQuestion, presentResult, presentSummary, presentTest, rounded } from '../present.ts';
import { questionRepository } from '../repository/questions.ts';
import { type TestWithRun, testRepository } from '../repository/tests.ts';
import { testedKindFor } from '../subjects/kinds.ts';
import { type Subject, toSubject } from '../subjects/subject.ts';

type Endpoints = (typeof evaluation)['endpoints'];

/** Returns how well each visible app with test questions answers them, and all of them together. */
export const readOverview = (ctx: AnyCtx) =>
  ctx.tx(async (tx) => {
    const names = await visibleAppNames(tx);
    const apps = (await questionRepository.summaries(tx.db)).flatMap((summary) => {
      const { appId } = summary;
      const name = appId === null ? undefined : names.get(appId);
      return appId === null || name === undefined ? [] : [presentSummary(summary, { appId, name })];
    });
    const measured = apps.flatMap(({ accuracy }) => (accuracy === null ? [] : [accuracy]));
    const sum = measured.reduce((all, each) => all + each, 0);
    return { accuracy: measured.length === 0 ? null : Math.round(sum / measured.length), apps };
  });

/** Finds what is tested. Throws `apps.not_found` and `agents.not_found`, also when the actor may not change it. */
export const findTested = (tx: TxCtx, subject: Subject) => testedKindFor(subject).find(tx, subject.id);

/** Throws what `findTested` throws. */
export const listQuestions = (ctx: AnyCtx, query: RequestOf<Endpoints['list']>['query']) =>
  ctx.tx(async (tx) => {
    const subject = toSubject(query);
    await findTested(tx, subject);
    const { rows, nextCursor, total } = await questionRepository.list(
      tx.db,
      { ...query, subjectId: subject.id },
      query,
    );
    const [summary] = await questionRepository.summaries(tx.db, subject.id);
    const accuracy = rounded(summary?.accuracy ?? null);
    return { items: rows.map(presentQuestion), nextCursor, total, accuracy };
  });

/** Throws `evaluation.test_not_found`, and what `findTested` throws. */
export const getTestRow = async (tx: TxCtx, id: string): Promise<TestWithRun> => {
  const found = (await testRepository.find(tx.db, id)) ?? fail('evaluation.test_not_found');
  await findTested(tx, toSubject(found.test));
  return found;
};

/** Throws what `findTested` throws. */
export const listTests = (ctx: AnyCtx, query: RequestOf<Endpoints['tests']>['query']) =>
  ctx.tx(async (tx) => {
    const subject = toSubject(query);
    await findTested(tx, subject);
    const order = { ...query, sort: 'createdAt' as const, order: 'desc' as const };
    const { rows, nextCursor, total } = await testRepository.list(tx.db, subject.id, order);
    return { items: rows.map(presentTest), nextCursor, total };
  });

/** Throws `evaluation.test_not_found`. */
export const readTest = (ctx: AnyCtx, id: string) =>
  ctx.tx(async (tx) => {
    const found = await getTestRow(tx, id);
    const results = await testRepository.results(tx.db, id);
    return { ...presentTest(found), results: results.map(presentResult) };
  });

/** Returns whether the company has test questions, and whether some were run (ONBOARD-12). */
export const findMeasured = async (tx: TxCtx) => {
  const { isAny, isMeasured } = await questionRepository.progress(tx.db);
  return { isGoldenQuestionExist: isAny, isBotPerformanceExist: isMeasured };
};
