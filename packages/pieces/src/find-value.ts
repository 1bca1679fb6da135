import { isObject, type JsonValue, valueAt } from '@atelier/contracts/fields/field-values';

/** Returns the value at a path such as `orders[0].lines.price`; the value itself for an empty path, undefined when there is none. */
export const findValue = (value: JsonValue, path: string): JsonValue | undefined => {
  const names = path.split(/[.[\]]/).map((it) => it.trim());
  let found: JsonValue | undefined = value;
  for (const name of names.filter((it) => it !== '')) {
    if (Array.isArray(found)) found = /^\d{1,9}$/.test(name) ? found[Number(name)] : undefined;
    else found = isObject(found) ? valueAt(found, name) : undefined;
  }
  return found;
};
