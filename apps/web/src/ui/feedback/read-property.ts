/** Returns a property of a value of unknown shape; undefined when there is none. */
export const readProperty = (value: unknown, key: string): unknown => {
  if (typeof value !== 'object' || value === null) return undefined;
  const property: unknown = Reflect.get(value, key);
  return property;
};

/** Like `readProperty`, but only returns text that is not empty. */
export const readTextProperty = (value: unknown, key: string): string | undefined => {
  const property = readProperty(value, key);
  return typeof property === 'string' && property.trim() !== '' ? property : undefined;
};
