import type { TxCtx } from '../../../../kernel/context/context.ts';
import { readSpend } from '../../../money/billing/index.ts';
import { type CountedFigures, estimateTime } from '../figures.ts';
import { monitorRepository } from '../repository.ts';
import type { FigureKind, RuleRow } from '../tables.ts';

const hourMs = 3_600_000;
const ofCompany: Record<Exclude<RuleRow['metric'], 'CREDITS'>, readonly FigureKind[]> = {
  UNANSWERED_PERCENT: ['APP'],
  DISLIKES: ['APP'],
  FAILURES: ['APP', 'AGENT', 'CREW', 'FLOW', 'WORKER'],
  FAILED_IMPORTS: ['KNOWLEDGE_BASE'],
  // A run may take an hour, which says nothing about how long visitors wait.
  SLOW_SECONDS: ['APP'],
};

/** Returns the value of a metric; null where too little happened to tell. */
export const computeMetric = (
  { metric, least }: Pick<RuleRow, 'metric' | 'least'>,
  figures: CountedFigures,
): number | null => {
  const { asked, unanswered, dislikes, failed, credits, times } = figures;
  const isEnough = asked > 0 && asked >= least;
  if (metric === 'UNANSWERED_PERCENT') return isEnough ? (100 * unanswered) / asked : null;
  if (metric === 'SLOW_SECONDS') {
    const slowMs = isEnough ? estimateTime(times, 0.95) : null;
    return slowMs === null ? null : slowMs / 1000;
  }
  if (metric === 'CREDITS') return credits;
  // A dislike that was taken back in another hour than it was given may leave less than nothing.
  return Math.max(0, metric === 'DISLIKES' ? dislikes : failed);
};

/** The beginning of the hours that a rule looks at: its last hours, counted from the beginning of an hour. */
const findWindowStart = ({ hours }: Pick<RuleRow, 'hours'>, now: Date): Date =>
  new Date(Math.floor(now.getTime() / hourMs) * hourMs - hours * hourMs);

/**
 * Measures a rule from the figures of the monitor. What the whole company spends comes from the usage records, because a run that works for
 * an answer has its cost in the figures of both. Returns null where too little happened to tell.
 */
export const measure = async (tx: TxCtx, rule: RuleRow): Promise<number | null> => {
  const from = findWindowStart(rule, tx.now());
  const { subjectKind, subjectId, metric } = rule;
  if (subjectKind !== 'COMPANY')
    return computeMetric(
      rule,
      await monitorRepository.since(tx.db, { kinds: [subjectKind], subjectId, from }),
    );
  if (metric === 'CREDITS') return readSpend(tx, { from, until: new Date(tx.now().getTime() + hourMs) });
  const kinds = ofCompany[metric];
  return computeMetric(rule, await monitorRepository.since(tx.db, { kinds, subjectId: null, from }));
};
