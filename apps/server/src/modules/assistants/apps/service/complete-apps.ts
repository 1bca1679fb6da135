import type { App } from '@atelier/contracts/assistants/apps';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { findEntityNames } from '../../../../kernel/entities/entity-kind.ts';
import { answererPoint } from '../answerers.ts';
import { conversationCounts } from '../conversation-counts.ts';
import { ownSettings } from '../own-settings.ts';
import { presentApp } from '../present.ts';
import { appRepository, type LinkedApp } from '../repository.ts';
import type { AppRow } from '../tables.ts';
import { computeAppState } from './check-settings.ts';

const findAnswererId = (row: AppRow): string | null =>
  row.orchestration === 'BASIC' ? null : ownSettings(row).answererId;

/** Returns the names of what answers these apps, as far as the actor may see it. */
const findAnswerers = async (tx: TxCtx, rows: readonly AppRow[]): Promise<Map<string, string>> => {
  const found = await Promise.all(
    tx.services.extensions.of(answererPoint).map(({ orchestration, findNames }) => {
      const ids = rows.filter((row) => row.orchestration === orchestration).map(findAnswererId);
      return findNames(tx, [...new Set(ids.filter((id) => id !== null))]);
    }),
  );
  return new Map(found.flatMap((names) => [...names]));
};

/** Returns the present state of an app; one that nobody has opened since it became ready is stored as PROCESSING. */
const shownState = async (tx: TxCtx, row: AppRow, knowledgeBaseIds: string[]): Promise<App['state']> =>
  row.state === 'READY'
    ? 'READY'
    : computeAppState(tx, row.id, {
        orchestration: row.orchestration,
        knowledgeBaseIds,
        answererId: ownSettings(row).answererId,
      });

/** Converts rows to the shape of the contract, with three queries at once for rows that are ready, however many there are. */
export const completeApps = async (tx: TxCtx, linked: readonly LinkedApp[]): Promise<App[]> => {
  const rows = linked.map(({ row }) => row);
  const [names, counts, answerers, states] = await Promise.all([
    findEntityNames(tx, [...new Set(linked.flatMap((one) => one.knowledgeBaseIds))]),
    conversationCounts(
      tx,
      rows.map(({ id }) => id),
    ),
    findAnswerers(tx, rows),
    Promise.all(
      linked.map(
        async ({ row, knowledgeBaseIds }) => [row.id, await shownState(tx, row, knowledgeBaseIds)] as const,
      ),
    ),
  ]);
  const stateById = new Map(states);
  const complete = ({ row, knowledgeBaseIds }: LinkedApp): App => {
    const knowledgeBases = knowledgeBaseIds.flatMap((knowledgeBaseId) => {
      const name = names.get(knowledgeBaseId);
      return name === undefined ? [] : [{ knowledgeBaseId, name }];
    });
    const answererId = findAnswererId(row);
    const answererName = answererId === null ? undefined : answerers.get(answererId);
    return presentApp(tx, row, {
      knowledgeBases,
      conversations: counts.get(row.id) ?? 0,
      state: stateById.get(row.id) ?? row.state,
      answerer: answererId === null || answererName === undefined ? null : { answererId, name: answererName },
    });
  };
  return linked.map(complete);
};

export const completeLinkedApp = async (tx: TxCtx, linked: LinkedApp): Promise<App> => {
  const [app] = await completeApps(tx, [linked]);
  if (!app) throw new Error('a row that exists was not presented');
  return app;
};

export const completeApp = async (tx: TxCtx, row: AppRow): Promise<App> =>
  completeLinkedApp(tx, { row, knowledgeBaseIds: await appRepository.knowledgeBaseIds(tx.db, row.id) });
