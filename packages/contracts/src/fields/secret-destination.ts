import { isSameJson } from './field-values.ts';

type Settings = Readonly<Record<string, unknown>>;

const settingOf = (settings: Settings, name: string): unknown => {
  const value = Object.hasOwn(settings, name) ? settings[name] : undefined;
  return typeof value === 'string' ? value.trim() : (value ?? '');
};

/**
 * Whether settings lead somewhere else than the stored ones. A stored secret is bound to its destination, which may be somebody
 * else's tomorrow: where this is true, the secret has to be typed again.
 * @param names the settings that say where the secret is sent, and how well it is protected on the way
 */
export const leadsElsewhere = (names: readonly string[], typed: Settings, stored: Settings): boolean =>
  names.some((name) => !isSameJson(settingOf(typed, name), settingOf(stored, name)));
