import { isSameJson } from './field-values.ts';

type Settings = Readonly<Record<string, unknown>>;

const readSetting = (settings: Settings, name: string): unknown => {
  const value = Object.hasOwn(settings, name) ? settings[name] : undefined;
  return typeof value === 'string' ? value.trim() : (value ?? '');
};

/**
 * Returns true when the typed settings would send a stored secret to another destination. In that case the secret has to be typed
 * again, so that nobody can redirect a secret that they do not know.
 * @param names the settings that say where the secret is sent, and how well it is protected on the way
 */
export const leadsElsewhere = (names: readonly string[], typed: Settings, stored: Settings): boolean =>
  names.some((name) => !isSameJson(readSetting(typed, name), readSetting(stored, name)));
