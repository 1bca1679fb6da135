import { isDeepStrictEqual } from 'node:util';
import { AppSettings } from '@atelier/contracts/assistants/apps';
import type { Configuration } from '@atelier/contracts/assistants/apps/answering';

/** The settings that an automatic configuration determines. */
export const automaticKeys = ['modelId', 'retrieval', 'model'] as const;

/** Returns the configuration of new settings: as given, else MANUAL when they differ from the defaults. */
export const configurationOf = (settings: AppSettings): Configuration => {
  if (settings.configuration !== undefined) return settings.configuration;
  const usual = AppSettings.parse({ name: 'unnamed' });
  return automaticKeys.every((key) => isDeepStrictEqual(settings[key], usual[key])) ? 'AUTO' : 'MANUAL';
};
