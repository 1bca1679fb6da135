import { z } from 'zod';

interface SettingChoice {
  value: string;
  label: string;
  description?: string;
}

/** The words and the place of a setting. Its limits follow from its schema. */
interface SettingDescription {
  /** Left out, the words of its name. */
  label?: string;
  /** The label in a list of changes, where the one of the field does not say enough alone. */
  listedAs?: string;
  help?: string;
  /** The id of a group of the form. The settings inside an object are in the group of the object. */
  group?: string | undefined;
  /** The kind of a control that the form brings. Left out, it is a switch, a number or a text, as the schema says. */
  control?: string;
  /** The path of the setting that decides about this one: its switch, or the setting whose control shows both. */
  under?: string | undefined;
  /** Shown only while another setting has one of these values. */
  when?: { path: string; values: readonly string[] };
  /** The switch of a number that may be null, and the number with which it begins. */
  optional?: { label: string; help: string; initial: number };
  /** The words of the values of an enum: a list to choose from, or cards where they are described. */
  choices?: readonly SettingChoice[];
  /** The rows of a text of several lines. */
  rows?: number;
  /** The step of a number. */
  step?: number;
}

const descriptions = new WeakMap<object, SettingDescription>();

/**
 * Describes a setting where its schema is declared, so that forms and lists of changes follow. The description belongs to a copy, because
 * other settings may share the schema.
 */
export const setting = <S extends z.ZodType>(schema: S, description: SettingDescription): S => {
  const described = schema.clone();
  descriptions.set(described, description);
  return described;
};

/** The type of the values of a setting, with their limits. */
type SettingType =
  | { type: 'BOOLEAN' }
  | { type: 'NUMBER'; min: number; max: number }
  | { type: 'TEXT'; maxLength: number }
  | { type: 'OTHER' };

export interface Setting extends SettingDescription {
  /** `model.temp` */
  path: string;
  label: string;
  value: SettingType;
}

/** Converts `scoreThreshold` and `PARENT_CHILD` to words. */
export const nameInWords = (name: string): string => {
  const words = (/^[A-Z_]+$/.test(name) ? name.toLowerCase() : name)
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
};

const isWrapper = (schema: unknown) =>
  schema instanceof z.ZodDefault ||
  schema instanceof z.ZodPrefault ||
  schema instanceof z.ZodOptional ||
  schema instanceof z.ZodNullable;

/** Returns the description of a schema or of one that it wraps, and the schema without its wrappers. */
const describe = (schema: unknown): { described: SettingDescription | undefined; bare: unknown } => {
  const described = schema instanceof z.ZodType ? descriptions.get(schema) : undefined;
  if (isWrapper(schema)) {
    const inner = describe(schema.unwrap());
    return { described: described ?? inner.described, bare: inner.bare };
  }
  return { described, bare: schema instanceof z.ZodPipe ? schema.out : schema };
};

const readType = (schema: unknown): SettingType => {
  if (schema instanceof z.ZodBoolean) return { type: 'BOOLEAN' };
  if (schema instanceof z.ZodNumber)
    return { type: 'NUMBER', min: schema.minValue ?? -Infinity, max: schema.maxValue ?? Infinity };
  if (schema instanceof z.ZodString) return { type: 'TEXT', maxLength: schema.maxLength ?? Infinity };
  return { type: 'OTHER' };
};

interface Parent extends Pick<SettingDescription, 'group' | 'under'> {
  /** `model.`; '' for the settings as a whole. */
  prefix: string;
  shape: object;
}

const describeSetting = ({ shape, prefix, ...parent }: Parent, name: string, schema: unknown) => {
  const { described, bare } = describe(schema);
  const isSwitched = name !== 'enabled' && 'enabled' in shape;
  const group = described?.group ?? parent.group;
  const under = described?.under ?? (isSwitched ? `${prefix}enabled` : parent.under);
  const path = `${prefix}${name}`;
  const value = readType(bare);
  return { described, bare, setting: { label: nameInWords(name), ...described, group, under, path, value } };
};

const listBelow = (parent: Parent): Setting[] =>
  Object.entries(parent.shape).flatMap(([name, schema]: [string, unknown]): Setting[] => {
    const { described, bare, setting: own } = describeSetting(parent, name, schema);
    if (!(bare instanceof z.ZodObject)) return described ? [own] : [];
    const { path, group, control } = own;
    const under = control === undefined ? own.under : path;
    const below = listBelow({ shape: bare.shape, prefix: `${path}.`, group, under });
    return control === undefined ? below : [own, ...below];
  });

/**
 * Lists the described settings of a schema in its order, those inside objects with their paths. A switch named `enabled` decides about those
 * beside it.
 */
export const listSettings = ({ shape }: z.ZodObject): Setting[] => listBelow({ shape, prefix: '' });
