const most = 50;

/** Returns the candidates for a name: the name itself, then with a number: "Handbook", "Handbook 2". */
export const namesFrom = (name: string): string[] =>
  Array.from({ length: most }, (_, index) => (index === 0 ? name : `${name} ${index + 1}`));

/** Returns the first name that is not in `taken`, which holds names in lower case. */
export const freeName = (names: readonly string[], taken: ReadonlySet<string>): string =>
  names.find((name) => !taken.has(name.toLowerCase())) ?? names[0] ?? '';
