import type { AlertRule } from '@atelier/contracts/operate/monitoring/alert-shapes';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { AnyCtx, TxCtx } from '../../../../../kernel/context/context.ts';
import { tenantMembers } from '../../../../account/tenancy/index.ts';
import { findSubjectName } from '../../service/find-subjects.ts';
import { measure } from '../measure.ts';
import { presentRule } from '../present.ts';
import { alertRepository } from '../repository/alerts.ts';
import { ruleRepository } from '../repository/rules.ts';
import type { RuleRow } from '../tables.ts';

/** The spending of the whole company is seen by those who see its bills. */
export const maySee = (
  { may }: Pick<TxCtx, 'may'>,
  { subjectKind, metric }: Pick<RuleRow, 'subjectKind' | 'metric'>,
): boolean => subjectKind !== 'COMPANY' || metric !== 'CREDITS' || may('billing:read');

/** Throws `alerts.rule_not_found`, also for a rule that the actor may not see. */
export const findRule = async (tx: TxCtx, id: string): Promise<RuleRow> => {
  const row = await ruleRepository.find(tx.db, id);
  return row && maySee(tx, row) ? row : fail('alerts.rule_not_found');
};

/** Returns the name of what a rule watches; null for the whole company. */
export const subjectNameFor = async (
  tx: TxCtx,
  { subjectKind, subjectId }: Pick<RuleRow, 'subjectKind' | 'subjectId'>,
): Promise<string | null> =>
  subjectKind === 'COMPANY' || subjectId === null
    ? null
    : ((await findSubjectName(tx, subjectKind, subjectId)) ?? subjectId);

const present = async (tx: TxCtx, rows: readonly RuleRow[]): Promise<AlertRule[]> => {
  const open = new Set((await alertRepository.listOpen(tx.db)).map(({ ruleId }) => ruleId));
  const userIds = [...new Set(rows.flatMap(({ authorId }) => authorId ?? []))];
  const members = userIds.length === 0 ? [] : await tenantMembers.list(tx, { userIds });
  const names = new Map(members.map(({ userId, name }) => [userId, name]));
  const items: AlertRule[] = [];
  for (const row of rows)
    items.push(
      presentRule(row, {
        subjectName: await subjectNameFor(tx, row),
        authorName: names.get(row.authorId ?? '') ?? null,
        value: await measure(tx, row),
        isOpen: open.has(row.id),
      }),
    );
  return items;
};

export const readRule = async (tx: TxCtx, row: RuleRow): Promise<AlertRule> => {
  const [rule] = await present(tx, [row]);
  return rule ?? fail('alerts.rule_not_found');
};

/** Lists the rules that the actor may see, with what each measures now. */
export const listRules = (ctx: AnyCtx): Promise<{ items: AlertRule[] }> =>
  ctx.tx(async (tx) => {
    const rows = await ruleRepository.list(tx.db);
    return {
      items: await present(
        tx,
        rows.filter((row) => maySee(tx, row)),
      ),
    };
  });
