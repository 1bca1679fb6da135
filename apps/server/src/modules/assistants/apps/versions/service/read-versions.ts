import type { AppVersion, appVersions } from '@atelier/contracts/assistants/apps/versions';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { AnyCtx, TxCtx } from '../../../../../kernel/context/context.ts';
import { closePage } from '../../../../../kernel/db/paging.ts';
import { knowledgeBaseNames } from '../../../../content/bases/index.ts';
import { answererPoint } from '../../answerers.ts';
import { appRepository } from '../../repository.ts';
import { presentSettings, type WholeSettings } from '../../service/update-app.ts';
import { visibleApps } from '../../visible-apps.ts';
import { describeChanges, type Names } from '../describe-changes.ts';
import { type ListedVersion, versionRepository } from '../repository.ts';
import { settingsOfVersion } from './settings-of-version.ts';

const presentVersion = ({ row, authorName, earlier }: ListedVersion, current: number): AppVersion => ({
  version: row.version,
  createdAt: row.createdAt.toISOString(),
  createdBy: authorName === null ? null : { userId: row.createdBy, name: authorName },
  isCurrent: row.version === current,
  changed:
    earlier === null
      ? null
      : describeChanges(settingsOfVersion(earlier), settingsOfVersion(row.settings)).map(
          ({ label }) => label,
        ),
});

type ListQuery = RequestOf<(typeof appVersions.endpoints)['list']>['query'];

/** Throws `apps.not_found`. */
export const listVersions = (ctx: AnyCtx, appId: string, query: ListQuery) =>
  ctx.tx(async (tx) => {
    const app = (await appRepository.find(tx.db, appId, visibleApps(tx))) ?? fail('apps.not_found');
    const order = { ...query, sort: 'version' as const, order: 'desc' as const };
    const page = await versionRepository.list(tx.db, appId, order);
    const { rows, nextCursor, total } = closePage(page, query.limit);
    return { items: rows.map((row) => presentVersion(row, app.version)), nextCursor, total };
  });

/** Returns the names of the knowledge bases in the settings, and of what answers. */
const findNames = async (tx: TxCtx, all: readonly WholeSettings[]): Promise<Names> => {
  const baseIds = all.flatMap(({ knowledgeBaseIds }) => knowledgeBaseIds);
  const answererIds = [...new Set(all.map(({ answererId }) => answererId).filter((id) => id !== null))];
  const bases = await knowledgeBaseNames.findVisible(tx, [...new Set(baseIds)]);
  const answerers = await Promise.all(
    tx.services.extensions.of(answererPoint).map(({ findNames: named }) => named(tx, answererIds)),
  );
  return new Map([...bases, ...answerers.flatMap((names) => [...names])]);
};

/** Describes what going back to a version would change. Throws `apps.not_found` and `apps.version_not_found`. */
export const compareVersion = (ctx: AnyCtx, appId: string, version: number) =>
  ctx.tx(async (tx) => {
    const app = (await appRepository.find(tx.db, appId, visibleApps(tx))) ?? fail('apps.not_found');
    const found = (await versionRepository.find(tx.db, appId, version)) ?? fail('apps.version_not_found');
    const then = settingsOfVersion(found.settings);
    const now = presentSettings(app, await appRepository.knowledgeBaseIds(tx.db, appId));
    return { version, changes: describeChanges(then, now, await findNames(tx, [then, now])) };
  });
