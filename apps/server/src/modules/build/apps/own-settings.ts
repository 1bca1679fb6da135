import { ContextSettings, VisitorLimits } from '@atelier/contracts/build/apps';
import type { AppRow, OwnSettings } from './tables.ts';

/** Returns the settings of an app, with defaults for settings that did not exist yet when it was stored. */
export const ownSettings = ({ settings }: Pick<AppRow, 'settings'>): OwnSettings => ({
  ...settings,
  chunkingStrategy: settings.chunkingStrategy ?? ContextSettings.parse({}),
  visitorLimits: settings.visitorLimits ?? VisitorLimits.parse({}),
});
