/** A property of something whose shape is not known; undefined when it has none. */
export const propertyOf = (value: unknown, key: string): unknown => {
  if (typeof value !== 'object' || value === null) return undefined;
  const property: unknown = Reflect.get(value, key);
  return property;
};

/** The same, when it is a text that says something. */
export const textOf = (value: unknown, key: string): string | undefined => {
  const property = propertyOf(value, key);
  return typeof property === 'string' && property.trim() !== '' ? property : undefined;
};
