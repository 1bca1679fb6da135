import type { Orchestration } from '@atelier/contracts/assistants/apps/answering';
import { AppSettings } from '@atelier/contracts/assistants/apps/app-settings';
import type { AppVersion, appVersions } from '@atelier/contracts/assistants/apps/versions';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { AnyCtx, TxCtx } from '../../../../../kernel/context/context.ts';
import { findEntityNames } from '../../../../../kernel/entities/entity-kind.ts';
import { knowledgeBaseNames } from '../../../../content/bases/index.ts';
import { visibleApps } from '../../app-entity.ts';
import { appRepository } from '../../repository.ts';
import { findWithSettings, type SettingsChange } from '../../service/app-for-chat.ts';
import { mergeSettings, presentSettings, type WholeSettings } from '../../service/update-app.ts';
import { answeringGate, fingerprintApp } from '../../settings-gate.ts';
import { describeChanges, type Names } from '../describe-changes.ts';
import { type ListedVersion, versionRepository } from '../repository.ts';

/** Returns the settings of a version, with defaults for settings that did not exist yet when it was stored. */
export const settingsOfVersion = (
  stored: AppSettings & { configuration?: WholeSettings['configuration'] | undefined },
): WholeSettings => ({
  ...AppSettings.parse(stored),
  configuration: stored.configuration ?? 'MANUAL',
});

/** Returns earlier settings without knowledge bases that no longer exist. */
export const withExistingBases = async (tx: TxCtx, earlier: WholeSettings): Promise<WholeSettings> => {
  const names = await knowledgeBaseNames.find(tx, earlier.knowledgeBaseIds);
  return { ...earlier, knowledgeBaseIds: earlier.knowledgeBaseIds.filter((id) => names.has(id)) };
};

/** In a test, an agent only notes the calls that would change something. */
const repeatable: ReadonlySet<Orchestration> = new Set(['BASIC', 'AGENT']);

/** The versions of visible apps, for those who compare how they answer. */
export const answeringVersions = {
  /** The gate at which a comparison may refuse a change. */
  gate: answeringGate,

  /** Returns the version in use, and what identifies the answering settings after a change. Throws `apps.not_found`. */
  async find(tx: TxCtx, appId: string, change: SettingsChange = {}) {
    const { row, before } = await findWithSettings(tx, appId);
    const after = mergeSettings(before, change);
    return {
      version: row.version,
      fingerprint: fingerprintApp(after),
      /** True when a test may ask twice, before and after the change: nothing works outside the product then. */
      mayRepeat: repeatable.has(before.orchestration) && repeatable.has(after.orchestration),
    };
  },

  /** Returns the settings of a version, without knowledge bases that are gone. Throws `apps.version_not_found`. */
  async settings(tx: TxCtx, appId: string, version: number): Promise<SettingsChange> {
    const found = (await versionRepository.find(tx.db, appId, version)) ?? fail('apps.version_not_found');
    return withExistingBases(tx, settingsOfVersion(found.settings));
  },
};

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
    const { rows, nextCursor, total } = await versionRepository.list(tx.db, appId, order);
    return { items: rows.map((row) => presentVersion(row, app.version)), nextCursor, total };
  });

/** Returns the names of the knowledge bases in the settings, and of what answers. */
const findNames = (tx: TxCtx, all: readonly WholeSettings[]): Promise<Names> =>
  findEntityNames(
    tx,
    all.flatMap(({ knowledgeBaseIds, answererId }) => [...knowledgeBaseIds, answererId ?? '']),
  );

/** Describes what going back to a version would change. Throws `apps.not_found` and `apps.version_not_found`. */
export const compareVersion = (ctx: AnyCtx, appId: string, version: number) =>
  ctx.tx(async (tx) => {
    const app = (await appRepository.find(tx.db, appId, visibleApps(tx))) ?? fail('apps.not_found');
    const found = (await versionRepository.find(tx.db, appId, version)) ?? fail('apps.version_not_found');
    const then = settingsOfVersion(found.settings);
    const now = presentSettings(app, await appRepository.knowledgeBaseIds(tx.db, appId));
    return { version, changes: describeChanges(then, now, await findNames(tx, [then, now])) };
  });
