import { isSchemaObject } from './keywords.ts';
import { type Application, type Checking, numberIn, type Rule, textsIn } from './rule.ts';
import { within } from './verdict.ts';

type Properties = Readonly<Record<string, unknown>>;

const checkNames = (checking: Checking, application: Application): void => {
  const { schema, spot, verdict } = application;
  const value = spot.value as Properties;
  const required = textsIn(checking.word(schema, 'required'), verdict);
  if (!checking.spend(required.length)) return verdict.doubt();
  for (const name of required) if (!Object.hasOwn(value, name)) verdict.refuse(spot, `“${name}” is missing.`);
  const [least, most] = ['minProperties', 'maxProperties'].map((word) =>
    numberIn(checking, application, word),
  );
  const count = Object.keys(value).length;
  if (least !== undefined && count < least)
    verdict.refuse(spot, `it must have at least ${least} properties.`);
  if (most !== undefined && count > most) verdict.refuse(spot, `it must have at most ${most} properties.`);
};

const checkEachName = (checking: Checking, { schema, spot, verdict }: Application): void => {
  const value = spot.value as Properties;
  const names = checking.word(schema, 'propertyNames');
  for (const name of Object.keys(value)) {
    if (verdict.isFull) return;
    const found = checking.apply(names, { ...spot, value: name });
    if (!found.isSure) verdict.doubt();
    if (!found.fits) verdict.refuse(spot, `the name “${name.slice(0, 100)}” is not allowed.`);
  }
};

/** Checks the properties that a schema names. Returns them. */
const checkNamed = (checking: Checking, { schema, spot, verdict }: Application): Set<string> => {
  const value = spot.value as Properties;
  const named = new Set<string>();
  const properties = checking.word(schema, 'properties');
  if (properties === undefined) return named;
  if (!isSchemaObject(properties)) {
    verdict.doubt();
    return named;
  }
  for (const name of Object.keys(value)) {
    if (!Object.hasOwn(properties, name)) continue;
    named.add(name);
    verdict.join(checking.apply(properties[name], within(spot, name, value[name])), false);
  }
  return named;
};

/** Checks the properties whose names fit a pattern. Returns them, and whether a pattern could not be applied. */
const checkPatterned = (checking: Checking, { schema, spot, verdict }: Application) => {
  const value = spot.value as Properties;
  const found = { names: new Set<string>(), isUnknown: false };
  const patterns = checking.word(schema, 'patternProperties');
  if (patterns === undefined) return found;
  if (!isSchemaObject(patterns)) return { ...found, isUnknown: true };
  for (const [pattern, inner] of Object.entries(patterns))
    for (const name of Object.keys(value)) {
      if (!checking.spend(1)) return { ...found, isUnknown: true };
      const fits = checking.fitsPattern(pattern, name);
      if (fits === undefined) found.isUnknown = true;
      if (!fits) continue;
      found.names.add(name);
      verdict.join(checking.apply(inner, within(spot, name, value[name])), false);
    }
  return found;
};

const checkProperties = (checking: Checking, application: Application): void => {
  const { schema, spot, verdict } = application;
  const value = spot.value as Properties;
  const named = checkNamed(checking, application);
  const patterned = checkPatterned(checking, application);
  if (patterned.isUnknown) verdict.doubt();
  for (const name of [...named, ...patterned.names]) verdict.note(name);
  const others = checking.word(schema, 'additionalProperties');
  if (others === undefined) return;
  for (const name of Object.keys(value)) {
    if (verdict.isFull) return;
    if (named.has(name) || patterned.names.has(name)) continue;
    verdict.note(name);
    // A pattern that cannot be applied might have named this property.
    if (patterned.isUnknown) continue;
    if (others === false) verdict.refuse(within(spot, name, value[name]), 'this property is not known.');
    else verdict.join(checking.apply(others, within(spot, name, value[name])), false);
  }
};

const checkDependent = (checking: Checking, { schema, spot, verdict }: Application): void => {
  const value = spot.value as Properties;
  for (const word of ['dependencies', 'dependentRequired', 'dependentSchemas']) {
    const dependent = checking.word(schema, word);
    if (dependent === undefined) continue;
    if (!isSchemaObject(dependent)) return verdict.doubt();
    for (const [name, needed] of Object.entries(dependent)) {
      if (!Object.hasOwn(value, name)) continue;
      if (!Array.isArray(needed)) verdict.join(checking.apply(needed, spot), true);
      for (const other of Array.isArray(needed) ? textsIn(needed, verdict) : [])
        if (!Object.hasOwn(value, other))
          verdict.refuse(spot, `“${other}” is missing, which “${name}” needs.`);
    }
  }
};

/** The keywords about objects. */
export const objects: readonly Rule[] = [
  {
    words: ['required', 'minProperties', 'maxProperties'],
    about: 'objects',
    apply: checkNames,
  },
  { words: ['propertyNames'], about: 'objects', apply: checkEachName },
  {
    words: ['properties', 'patternProperties', 'additionalProperties'],
    about: 'objects',
    apply: checkProperties,
  },
  {
    words: ['dependencies', 'dependentRequired', 'dependentSchemas'],
    about: 'objects',
    apply: checkDependent,
  },
];
