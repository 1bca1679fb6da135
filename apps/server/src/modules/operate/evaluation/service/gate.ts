import type { QualityGate } from '@atelier/contracts/operate/evaluation/evaluation-shapes';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { gateRepository } from '../repository/gates.ts';
import { questionRepository } from '../repository/questions.ts';
import { testRepository } from '../repository/tests.ts';
import { columnsOf, type Subject } from '../subjects/subject.ts';
import { findTested } from './reads.ts';

const usualReplay = 5;

export const findGate = async (
  tx: TxCtx,
  subject: Subject,
): Promise<QualityGate & { changedAt: Date | null }> => {
  const [summary] = await questionRepository.summaries(tx.db, subject.id);
  const questions = summary?.questions ?? 0;
  const decided = await gateRepository.find(tx.db, subject.id);
  const { enabled, replay } = decided ?? { enabled: questions > 0, replay: usualReplay };
  return { ...columnsOf(subject), enabled, replay, questions, changedAt: summary?.changedAt ?? null };
};

const shown = ({ changedAt: _changedAt, ...gate }: Awaited<ReturnType<typeof findGate>>): QualityGate => gate;

/** Throws what `findTested` throws. */
export const readGate = (ctx: AnyCtx, subject: Subject): Promise<QualityGate> =>
  ctx.tx(async (tx) => {
    await findTested(tx, subject);
    return shown(await findGate(tx, subject));
  });

/** Throws what `findTested` throws. */
export const changeGate = (
  ctx: AnyCtx,
  subject: Subject,
  { enabled, replay }: { enabled: boolean; replay: number },
): Promise<QualityGate> =>
  ctx.tx(async (tx) => {
    await findTested(tx, subject);
    await gateRepository.save(tx.db, subject, { enabled, replay });
    await tx.audit('evaluation.gate_changed', subject.id, { enabled, replay });
    return shown(await findGate(tx, subject));
  });

/** A change of an app or an agent that takes the place of the version in use. */
interface Change {
  version: number;
  fingerprint: string;
  /** True when an owner wants the change whatever its test said. */
  override: boolean;
}

const passTests = async (
  tx: TxCtx,
  subject: Subject,
  { version, fingerprint, override }: Change,
): Promise<void> => {
  const gate = await findGate(tx, subject);
  if (!gate.enabled || gate.questions === 0) return;
  const test = await testRepository.findDraft(tx.db, { subjectId: subject.id, fingerprint, version });
  const isCurrent = test && gate.changedAt !== null && test.createdAt >= gate.changedAt;
  if (isCurrent && test.worse === 0) return;
  if (!override || !tx.may('tenant:own'))
    fail(isCurrent ? 'evaluation.gate_worse' : 'evaluation.gate_untested');
  await tx.audit('evaluation.gate_overridden', subject.id, { version, worse: isCurrent ? test.worse : null });
};

/**
 * Lets a change of an app pass whose draft answered no question worse than the version in use, with the test questions as they are now. An
 * owner may override that. Throws `evaluation.gate_untested` and `evaluation.gate_worse`.
 */
export const passChange = (tx: TxCtx, { appId, ...change }: Change & { appId: string }): Promise<void> =>
  passTests(tx, { kind: 'APP', id: appId }, change);

/** Lets a draft of an agent or a crew be published under the same conditions. */
export const passPublication = (
  tx: TxCtx,
  { agentId, ...change }: Change & { agentId: string },
): Promise<void> => passTests(tx, { kind: 'AGENT', id: agentId }, change);
