import type { Orchestration } from '@atelier/contracts/assistants/apps/answering';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../../../kernel/context/context.ts';
import { findWithSettings, type SettingsChange } from '../../service/draft-for-chat.ts';
import { mergeSettings } from '../../service/update-app.ts';
import { answeringGate, fingerprintOf } from '../../settings-gate.ts';
import { versionRepository } from '../repository.ts';
import { settingsOfVersion, withExistingBases } from './settings-of-version.ts';

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
      fingerprint: fingerprintOf(after),
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
