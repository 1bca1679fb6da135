import { AppSettings } from '@atelier/contracts/assistants/apps/app-settings';
import { AppGuardRail } from '@atelier/contracts/assistants/guardrails';
import type { AppRow, OwnSettings } from './tables.ts';

/** Divides the settings of an app into those with a column or table of their own and the others, which are stored as JSON. */
export const divideSettings = (all: AppSettings & Pick<OwnSettings, 'configuration'>) => {
  const { name, access, orchestration, knowledgeBaseIds, ...settings } = all;
  return { columns: { name, access, orchestration }, knowledgeBaseIds, settings };
};

/**
 * Returns the settings of an app, with defaults for settings that did not exist yet when it was stored. Its model and its retrieval were
 * chosen by hand then, so they stay.
 */
export const ownSettings = ({ settings }: Pick<AppRow, 'settings'>): OwnSettings => ({
  ...divideSettings({ ...AppSettings.parse({ name: 'unnamed' }), configuration: 'MANUAL' }).settings,
  ...settings,
  guardRail: AppGuardRail.parse(settings.guardRail ?? {}),
});
