const steps = (path: string): string[] =>
  path
    .trim()
    .replace(/^\$\.?/, '')
    .replace(
      /\[(?:"([^"]*)"|'([^']*)'|(\d+))\]/g,
      (_all, double?: string, single?: string, index?: string) => `.${double ?? single ?? index ?? ''}`,
    )
    .split('.')
    .filter((step) => step !== '');

/**
 * The value at a path such as `data.items`, `$.rows[0].name` or `["a name"]`; empty is the value itself. Nothing is
 * evaluated, and nothing is found that a value only inherits.
 */
export const lookup = (value: unknown, path: string): unknown => {
  const name = path.trim();
  // A column may have a dot in its name.
  if (typeof value === 'object' && value !== null && Object.hasOwn(value, name))
    return Reflect.get(value, name);
  let found = value;
  for (const step of steps(path)) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined;
    found = Reflect.get(found, step);
  }
  return found;
};

/** A value as a person reads it: text as it is, nothing for what is not there, lists and objects as JSON. */
export const shown = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  return typeof value === 'object' ? JSON.stringify(value, undefined, 2) : JSON.stringify(value);
};

/** Puts the fields of a record where `{{field}}` stands. A plain lookup: what looks like code stays text. */
export const fillTemplate = (template: string, record: unknown): string =>
  template.replace(/\{\{([^{}]{1,200})\}\}/g, (_all, path: string) => shown(lookup(record, path)));
