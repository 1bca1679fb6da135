import type { RequestOf } from '@atelier/contracts/kernel/contract';
import type { AlertRule } from '@atelier/contracts/operate/monitoring/alert-shapes';
import type { alerts } from '@atelier/contracts/operate/monitoring/alerts';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { AnyCtx, TxCtx } from '../../../../../kernel/context/context.ts';
import { tenantMembers } from '../../../../account/tenancy/index.ts';
import { findSubjectName } from '../../service/find-subjects.ts';
import type { RuleRow } from '../../tables.ts';
import { measure } from '../measure.ts';
import { presentAlert, presentRule } from '../present.ts';
import { alertRepository, messageRepository, ruleRepository } from '../repository.ts';

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

type ListQuery = RequestOf<(typeof alerts)['endpoints']['list']>['query'];

/** Lists the alerts that the actor may see, newest first, with the messages about them. */
export const listAlerts = (ctx: AnyCtx, { limit, cursor, search, state }: ListQuery) =>
  ctx.tx(async (tx) => {
    const maySeeSpend = maySee(tx, { subjectKind: 'COMPANY', metric: 'CREDITS' });
    const filter = { search, state, ...(maySeeSpend ? {} : { hidden: 'CREDITS' as const }) };
    const order = { sort: 'beganAt', order: 'desc', limit, cursor } as const;
    const page = await alertRepository.list(tx.db, filter, order);
    const messages =
      page.rows.length === 0
        ? []
        : await messageRepository.listMessages(
            tx.db,
            page.rows.map(({ id }) => id),
          );
    const userIds = [...new Set(messages.flatMap(({ userId }) => userId ?? []))];
    const members = userIds.length === 0 ? [] : await tenantMembers.list(tx, { userIds });
    const names = new Map(members.map(({ userId, name }) => [userId, name]));
    const byAlert = Map.groupBy(messages, ({ alertId }) => alertId);
    return { ...page, items: page.rows.map((row) => presentAlert(row, byAlert.get(row.id) ?? [], names)) };
  });
