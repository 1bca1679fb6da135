import { ContextSettings, VisitorLimits } from '@atelier/contracts/build/apps';
import type { AppRow, OwnSettings } from './tables.ts';

/** The settings of an app, with the defaults of those that did not exist yet when it was stored. */
export const ownSettings = ({ settings }: Pick<AppRow, 'settings'>): OwnSettings => ({
  ...settings,
  chunkingStrategy: settings.chunkingStrategy ?? ContextSettings.parse({}),
  visitorLimits: settings.visitorLimits ?? VisitorLimits.parse({}),
});
