import type { AlertRuleInput } from '@atelier/contracts/operate/monitoring/alert-shapes';
import type { AnyCtx, TxCtx } from '../../../../../kernel/context/context.ts';
import { readSpend } from '../../../../money/billing/index.ts';
import { ruleRepository } from '../repository/rules.ts';
import { listRules, maySee } from './read-rules.ts';
import { createRule } from './save-rule.ts';

const daysOfAverage = 30;
const dayMs = 86_400_000;
const leastDailySpend = 100;
const timesAverage = 3;

const company: Omit<AlertRuleInput, 'name' | 'metric' | 'threshold'> = {
  ...{ subjectKind: 'COMPANY', subjectId: null, hours: 24, least: 0, quietMinutes: 240 },
  ...{ mail: 'ADMINS', webhookUrl: null, enabled: true },
};

/** The rules of one click. A day's spend is unusual at three times the mean of the last 30 days. */
const usualRules = async (tx: TxCtx): Promise<AlertRuleInput[]> => {
  const until = tx.now();
  const from = new Date(until.getTime() - daysOfAverage * dayMs);
  const mean = (await readSpend(tx, { from, until })) / daysOfAverage;
  const spend = Math.max(leastDailySpend, Math.ceil(timesAverage * mean));
  return [
    {
      ...{ ...company, name: 'Many unanswered questions', metric: 'UNANSWERED_PERCENT' },
      ...{ threshold: 30, least: 20 },
    },
    { ...company, name: 'Several dislikes', metric: 'DISLIKES', threshold: 5 },
    { ...company, name: 'Failed answers and runs', metric: 'FAILURES', threshold: 5, hours: 1 },
    { ...company, name: 'Failed imports', metric: 'FAILED_IMPORTS', threshold: 5, hours: 1 },
    { ...company, name: 'Unusual spend in a day', metric: 'CREDITS', threshold: spend },
    { ...company, name: 'Slow answers', metric: 'SLOW_SECONDS', threshold: 30, hours: 1, least: 20 },
  ];
};

/** Adds the usual rules, except those on figures that a rule of the whole company watches already. Throws `alerts.too_many_rules`. */
export const createUsualRules = (ctx: AnyCtx) =>
  ctx.tx(async (tx) => {
    const watched = new Set(
      (await ruleRepository.list(tx.db))
        .filter(({ subjectKind }) => subjectKind === 'COMPANY')
        .map(({ metric }) => metric),
    );
    const missing = (await usualRules(tx)).filter((rule) => !watched.has(rule.metric) && maySee(tx, rule));
    for (const rule of missing) await createRule(tx, rule);
    await tx.audit('alerts.usual_rules_added', tx.tenantId, { rules: missing.length });
    return { ...(await listRules(tx)), added: missing.length };
  });
