import type { RequestOf } from '@atelier/contracts/kernel/contract';
import type { alerts } from '@atelier/contracts/operate/monitoring/alerts';
import type { AnyCtx } from '../../../../../kernel/context/context.ts';
import { closePage } from '../../../../../kernel/db/paging.ts';
import { tenantMembers } from '../../../../account/tenancy/index.ts';
import { presentAlert } from '../present.ts';
import { alertRepository, messageRepository } from '../repository/alerts.ts';
import { maySee } from './read-rules.ts';

type ListQuery = RequestOf<(typeof alerts)['endpoints']['list']>['query'];

/** Lists the alerts that the actor may see, newest first, with the messages about them. */
export const listAlerts = (ctx: AnyCtx, { limit, cursor, search, state }: ListQuery) =>
  ctx.tx(async (tx) => {
    const maySeeSpend = maySee(tx, { subjectKind: 'COMPANY', metric: 'CREDITS' });
    const filter = { search, state, ...(maySeeSpend ? {} : { hidden: 'CREDITS' as const }) };
    const order = { sort: 'beganAt', order: 'desc', limit, cursor } as const;
    const page = closePage(await alertRepository.list(tx.db, filter, order), limit);
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
