import type { PoolClient } from 'pg';
import { Recollection } from '../../cache/remembered.ts';
import { OutOfDate } from '../../cache/revisions.ts';
import { databaseOf, Session } from '../session.ts';
import { type Beginning, begin, connectionOf, reliedOn, requireCurrent, type Work } from './beginning.ts';
import { LastStatement, ReadEnding, WriteEnding } from './ending.ts';
import { onConnection } from './on-connection.ts';

/** Runs the transaction of one caller. */
export const transactAlone = <T>(client: PoolClient, settings: Beginning, work: Work<T>): Promise<T> =>
  onConnection(client, (turn) => {
    const { viewer } = settings;
    const recollection = new Recollection(settings.tenantId);
    const last = new LastStatement(turn);
    const ending = settings.reads ? new ReadEnding(turn, settings.reads) : new WriteEnding(turn, last);
    const transact = async (): Promise<T> => {
      const begun = begin(turn, settings).then((now) => {
        const isRemembered = recollection.judge(now.tenant);
        if (settings.supposed?.judge(now) === false || !isRemembered) throw new OutOfDate();
      });
      // The failure is reported by the first statement and by the end of the transaction.
      begun.catch(() => undefined);
      if (settings.first) await begun;
      const [outcome] = await Promise.allSettled([
        work(databaseOf(new Session(connectionOf(turn, { begun, ending, last, viewer }))), {
          recollection,
          last,
          endWithThisTurn: () => ending.endWithThisTurn(),
        }),
      ]);
      // A named end does not wait for the beginning. Nobody loses time over its verdict, because the database has compared the revisions.
      const ended =
        outcome.status === 'fulfilled' && last.isNamed
          ? ending.commit(() => requireCurrent(turn, reliedOn(settings, recollection)))
          : undefined;
      // Work with outdated data may fail for that reason, so the revisions are compared before its failure is reported.
      await Promise.all([begun, ended?.catch(() => undefined)]);
      if (outcome.status === 'rejected') throw outcome.reason;
      await (ended ?? ending.commit());
      recollection.keep();
      return outcome.value;
    };
    return { work: transact, rollback: () => ending.rollback() };
  });
