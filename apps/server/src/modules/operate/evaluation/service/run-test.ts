import type { RequestOf } from '@atelier/contracts/kernel/contract';
import type { evaluation } from '@atelier/contracts/operate/evaluation/evaluation';
import type { PerformanceTest } from '@atelier/contracts/operate/evaluation/evaluation-shapes';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import type { AnyCtx, Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { cancelRun, orderRun } from '../../../../kernel/runs/index.ts';
import { answeringVersions, prepareDraftForChat } from '../../../build/apps/index.ts';
import { unstoredAnswers } from '../../../build/chat/index.ts';
import { presentTest } from '../present.ts';
import { questionRepository } from '../repository/questions.ts';
import { testRepository } from '../repository/tests.ts';
import { performanceRunType } from '../run-type.ts';
import { findGate } from './gate.ts';
import { getTestRow } from './reads.ts';

type Order = RequestOf<(typeof evaluation)['endpoints']['run']>['body'];

/** Returns the questions of a test: the test questions, and for a draft also questions that visitors asked. */
const questionsOf = async (tx: TxCtx, { appId, settings }: Order) => {
  const rows = await questionRepository.all(tx.db, appId);
  if (rows.length === 0) fail('evaluation.no_questions');
  const written = new Set(rows.map(({ question }) => question.toLowerCase()));
  const { replay } = await findGate(tx, appId);
  const asked = settings ? await unstoredAnswers.recentQuestions(tx, appId, replay) : [];
  const own = rows.map(({ id, question, correctAnswer, botAnswer, accuracy }) => ({
    ...{ questionId: id, question, correctAnswer },
    ...{ answerBefore: botAnswer, accuracyBefore: accuracy },
  }));
  const real = asked
    .filter((question) => !written.has(question.toLowerCase()))
    .map((question) => ({ questionId: null, question, correctAnswer: null }));
  return [...own, ...real].map((each, ordinal) => ({ ...each, ordinal }));
};

/** Checks that the versions exist, and returns the one that answers or that a draft is compared with. */
const versionOf = async (tx: TxCtx, { appId, version, against, settings }: Order, inUse: number) => {
  const wanted = settings ? inUse : (version ?? inUse);
  for (const each of [version, against])
    if (each !== undefined) await answeringVersions.settings(tx, appId, each);
  return wanted;
};

/**
 * Orders a run of the test questions of a visible app. Throws `apps.not_found`, `apps.version_not_found`, `evaluation.no_questions`,
 * `evaluation.running`, and for a draft what `prepareDraftForChat` throws.
 */
export const runTest = async (ctx: Ctx, order: Order): Promise<PerformanceTest> => {
  const { appId, settings, against } = order;
  const checkDraft = settings && (await prepareDraftForChat(ctx, appId, settings));
  return ctx.tx(async (tx) => {
    const app = await answeringVersions.find(tx, appId, settings);
    await checkDraft?.(tx);
    const questions = await questionsOf(tx, order);
    if (await testRepository.isOpen(tx.db, appId)) fail('evaluation.running');
    const version = await versionOf(tx, order, app.version);
    const id = newId('pft');
    const input = { mayRepeat: app.orchestration === 'BASIC' };
    const runId = await orderRun(tx, performanceRunType, { subjectId: id, scopeId: appId, input });
    await testRepository.insert(
      tx.db,
      {
        ...{ id, appId, runId, version },
        draft: settings ?? null,
        fingerprint: settings ? app.fingerprint : null,
        against: settings ? null : (against ?? null),
        questions: questions.length,
        startedBy: 'userId' in tx.actor ? tx.actor.userId : null,
      },
      questions,
    );
    await tx.audit('evaluation.test_started', appId, { version, isDraft: settings !== undefined });
    return presentTest(await getTestRow(tx, id));
  });
};

/** Throws `evaluation.test_not_found` and `evaluation.not_running`. */
export const cancelTest = (ctx: AnyCtx, id: string): Promise<PerformanceTest> =>
  ctx.tx(async (tx) => {
    const { test, run } = await getTestRow(tx, id);
    if (!run || !['QUEUED', 'RUNNING', 'WAITING'].includes(run.status)) fail('evaluation.not_running');
    await cancelRun(tx, test.runId);
    await tx.audit('evaluation.test_cancelled', test.appId);
    return presentTest(await getTestRow(tx, id));
  });
