/** A value of Stripe's form encoding: `line_items[0][price]=x` becomes `{ line_items: { 0: { price: 'x' } } }`. */
export type Form = { [name: string]: string | Form };

const keysOf = (name: string): string[] => name.replaceAll(']', '').split('[');

export const parseForm = (text: string): Form => {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const keys = keysOf(name);
    const last = keys.pop() ?? '';
    let at = form;
    for (const key of keys) {
      const inner = at[key];
      at = at[key] = typeof inner === 'object' ? inner : {};
    }
    at[last] = value;
  }
  return form;
};

/** Returns the text at a path such as `recurring.interval`. */
export const textAt = (form: Form, path: string): string | undefined => {
  let at: string | Form | undefined = form;
  for (const key of path.split('.')) at = typeof at === 'object' ? at[key] : undefined;
  return typeof at === 'string' ? at : undefined;
};

/** Returns the texts in the object at a name, for instance the metadata. */
export const textsAt = (form: Form, name: string): Record<string, string> => {
  const at = form[name];
  if (typeof at !== 'object') return {};
  return Object.fromEntries(
    Object.entries(at).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
};

export const formAt = (form: Form, path: string): Form => {
  let at: string | Form | undefined = form;
  for (const key of path.split('.')) at = typeof at === 'object' ? at[key] : undefined;
  return typeof at === 'object' ? at : {};
};
