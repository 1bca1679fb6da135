import type { QualityGate } from '@atelier/contracts/operate/evaluation/evaluation-shapes';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { gateRepository } from '../repository/gates.ts';
import { questionRepository } from '../repository/questions.ts';
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
