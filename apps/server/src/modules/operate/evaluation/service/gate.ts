import type { QualityGate } from '@atelier/contracts/operate/evaluation/evaluation-shapes';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { answeringVersions } from '../../../build/apps/index.ts';
import { gateRepository } from '../repository/gates.ts';
import { questionRepository } from '../repository/questions.ts';
import { testRepository } from '../repository/tests.ts';

const usualReplay = 5;

export const findGate = async (
  tx: TxCtx,
  appId: string,
): Promise<QualityGate & { changedAt: Date | null }> => {
  const [summary] = await questionRepository.summaries(tx.db, appId);
  const questions = summary?.questions ?? 0;
  const decided = await gateRepository.find(tx.db, appId);
  const { enabled, replay } = decided ?? { enabled: questions > 0, replay: usualReplay };
  return { appId, enabled, replay, questions, changedAt: summary?.changedAt ?? null };
};

const shown = ({ changedAt: _changedAt, ...gate }: Awaited<ReturnType<typeof findGate>>): QualityGate => gate;

/** Throws `apps.not_found`. */
export const readGate = (ctx: AnyCtx, appId: string): Promise<QualityGate> =>
  ctx.tx(async (tx) => {
    await answeringVersions.find(tx, appId);
    return shown(await findGate(tx, appId));
  });

/** Throws `apps.not_found`. */
export const changeGate = (
  ctx: AnyCtx,
  { appId, enabled, replay }: { appId: string; enabled: boolean; replay: number },
): Promise<QualityGate> =>
  ctx.tx(async (tx) => {
    await answeringVersions.find(tx, appId);
    await gateRepository.save(tx.db, appId, { enabled, replay });
    await tx.audit('evaluation.gate_changed', appId, { enabled, replay });
    return shown(await findGate(tx, appId));
  });

type Change = Parameters<NonNullable<(typeof answeringVersions)['gate']['takes']>>[0] extends (
  tx: TxCtx,
  change: infer C,
) => Promise<void>
  ? C
  : never;

/**
 * Lets a change pass whose draft answered no question worse than the version in use, with the test questions as they are now. An owner may
 * override that. Throws `evaluation.gate_untested` and `evaluation.gate_worse`.
 */
export const passTests = async (
  tx: TxCtx,
  { appId, version, fingerprint, override }: Change,
): Promise<void> => {
  const gate = await findGate(tx, appId);
  if (!gate.enabled || gate.questions === 0) return;
  const test = await testRepository.findDraft(tx.db, { appId, fingerprint, version });
  const isCurrent = test && gate.changedAt !== null && test.createdAt >= gate.changedAt;
  if (isCurrent && test.worse === 0) return;
  if (!override || !tx.may('tenant:own'))
    fail(isCurrent ? 'evaluation.gate_worse' : 'evaluation.gate_untested');
  await tx.audit('evaluation.gate_overridden', appId, { version, worse: isCurrent ? test.worse : null });
};
