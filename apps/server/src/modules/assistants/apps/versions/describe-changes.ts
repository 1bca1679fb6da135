import { isDeepStrictEqual } from 'node:util';
import { AppSettings } from '@atelier/contracts/assistants/apps/app-settings';
import type { SettingChange } from '@atelier/contracts/assistants/apps/versions';
import { listSettings, nameInWords } from '@atelier/contracts/kernel/settings';

const labels = new Map(
  listSettings(AppSettings).map(({ path, label, listedAs = label }) => [path, listedAs]),
);

const labelFor = (path: string): string => labels.get(path) ?? nameInWords(path.split('.').at(-1) ?? path);

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Lists the settings with their paths. Lists of values are one setting. */
const flatten = (settings: Record<string, unknown>, prefix = ''): [path: string, value: unknown][] =>
  Object.entries(settings).flatMap(([name, value]): [string, unknown][] =>
    isGroup(value) ? flatten(value, `${prefix}${name}.`) : [[`${prefix}${name}`, value]],
  );

/** The names of what ids in the settings stand for. */
export type Names = ReadonlyMap<string, string>;

const isEnumerated = (value: string): boolean => /^[A-Z][A-Z_]+$/.test(value);

const describeValue = (value: unknown, names: Names): string => {
  if (value === undefined || value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  if (Array.isArray(value))
    return value.length === 0 ? 'None' : value.map((each) => describeValue(each, names)).join(', ');
  if (typeof value === 'string')
    return names.get(value) ?? (isEnumerated(value) ? nameInWords(value) : value);
  return typeof value === 'number' ? String(value) : JSON.stringify(value);
};

/** True where null means a default: for a model that of the company, and for the weight of words the one that suits the embedding model. */
const hasDefault = (path: string): boolean => path.endsWith('odelId') || path.endsWith('.lexicalWeight');

/** Returns the name of a model without the id of its provider, which means nothing to people. */
const modelIn = (path: string, value: unknown): unknown =>
  typeof value === 'string' && path.endsWith('odelId') ? value.slice(value.indexOf('/') + 1) : value;

const shownValue = (path: string, value: unknown, names: Names): string =>
  value === null && hasDefault(path) ? 'Default' : describeValue(modelIn(path, value), names);

/** Lists what differs between two versions of the settings, in words. */
export const describeChanges = (
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  names: Names = new Map(),
): SettingChange[] => {
  const earlier = new Map(flatten(before));
  return flatten(after).flatMap(([setting, value]) => {
    const was = earlier.get(setting);
    if (isDeepStrictEqual(was, value)) return [];
    return [
      {
        setting,
        label: labelFor(setting),
        before: shownValue(setting, was, names),
        after: shownValue(setting, value, names),
      },
    ];
  });
};
