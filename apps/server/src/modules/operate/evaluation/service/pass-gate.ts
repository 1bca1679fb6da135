import type { HeldBack, QualityGate } from '@atelier/contracts/operate/evaluation/evaluation-shapes';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { findEntityNames } from '../../../../kernel/entities/entity-kind.ts';
import { questionRepository } from '../repository/questions.ts';
import { gateRepository, testRepository } from '../repository/tests.ts';
import { answeringWith, fingerprintOfStandIn, type NamedSubject, testedKindFor } from '../subjects/kinds.ts';
import { type Subject, toSubjectColumns } from '../subjects/subject.ts';
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
  return { ...toSubjectColumns(subject), enabled, replay, questions, changedAt: summary?.changedAt ?? null };
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

/** A test that a change has to pass: of these settings, compared with this version of the subject. */
interface Needed {
  subject: Subject;
  version: number;
  fingerprint: string;
}

/** A test that was not passed. `worse` is null where it was not run. */
interface Missed extends Needed {
  worse: number | null;
}

const missed = async (tx: TxCtx, needed: Needed): Promise<Missed[]> => {
  const { subject, version, fingerprint } = needed;
  const gate = await findGate(tx, subject);
  if (!gate.enabled || gate.questions === 0) return [];
  const test = await testRepository.findDraft(tx.db, { subjectId: subject.id, fingerprint, version });
  const isCurrent = test && gate.changedAt !== null && test.createdAt >= gate.changedAt;
  const worse = isCurrent ? test.worse : null;
  return worse === 0 ? [] : [{ ...needed, worse }];
};

const findSubjectName = async (tx: TxCtx, { id }: Subject): Promise<string> =>
  (await findEntityNames(tx, [id])).get(id) ?? '';

const heldBack = async (tx: TxCtx, tests: readonly Missed[]): Promise<HeldBack> => ({
  tests: await Promise.all(
    tests.map(async ({ subject }) => ({
      ...toSubjectColumns(subject),
      name: await findSubjectName(tx, subject),
    })),
  ),
});

/** Lets a change pass that has passed all tests, or that an owner wants in spite of them. */
const passTests = async (
  tx: TxCtx,
  tests: readonly Needed[],
  { override, draftOf }: { override: boolean; draftOf?: string },
): Promise<void> => {
  const open: Missed[] = [];
  for (const needed of tests) open.push(...(await missed(tx, needed)));
  if (open.length === 0) return;
  if (!override || !tx.may('tenant:own')) {
    const code = open.some(({ worse }) => worse !== null)
      ? 'evaluation.gate_worse'
      : 'evaluation.gate_untested';
    fail(code, await heldBack(tx, open));
  }
  for (const { subject, version, worse } of open)
    await tx.audit('evaluation.gate_overridden', subject.id, { version, worse, draftOf });
};

/**
 * Lets a change of the settings of an app pass whose draft answered no question worse than the version in use, with the test questions as
 * they are now. An owner may override that. Throws `evaluation.gate_untested` and `evaluation.gate_worse`.
 */
export const passChange = (
  tx: TxCtx,
  {
    appId,
    version,
    fingerprint,
    override,
  }: { appId: string; version: number; fingerprint: string; override: boolean },
): Promise<void> =>
  passTests(tx, [{ subject: { kind: 'APP', id: appId }, version, fingerprint }], { override });

const isAgent = (id: string): boolean => /^(?:agt|crw)_/.test(id);

/**
 * Lets a draft of a flow, an agent or a crew be published under the same conditions, for itself and for all that answers with it and that the
 * actor may see.
 */
export const passPublication = async (
  tx: TxCtx,
  {
    id,
    version,
    fingerprint,
    override,
  }: { id: string; version: number; fingerprint: string; override: boolean },
): Promise<void> => {
  const own: Needed[] = isAgent(id) ? [{ subject: { kind: 'AGENT', id }, version, fingerprint }] : [];
  const asStandIn = fingerprintOfStandIn({ id, version, fingerprint });
  const others = (await answeringWith(tx, id)).map(async (subject: NamedSubject): Promise<Needed> => {
    const inUse = await testedKindFor(subject).find(tx, subject.id);
    return { subject, version: inUse.version, fingerprint: asStandIn };
  });
  await passTests(tx, [...own, ...(await Promise.all(others))], { override, draftOf: id });
};
