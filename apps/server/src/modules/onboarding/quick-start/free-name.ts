const most = 50;

/** The name, or the name with the first number that nobody has: "Handbook", "Handbook 2". */
export const namesFrom = (name: string): string[] =>
  Array.from({ length: most }, (_, index) => (index === 0 ? name : `${name} ${index + 1}`));

/** The first of the names that is not taken; `taken` is in small letters. */
export const freeName = (names: readonly string[], taken: ReadonlySet<string>): string =>
  names.find((name) => !taken.has(name.toLowerCase())) ?? names[0] ?? '';
