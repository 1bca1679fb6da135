const acronyms: ReadonlySet<string> = new Set(['iban', 'vat', 'id', 'url', 'cv', 'po', 'sku']);

/** Returns the name of a field as people read it: `next_step` is "Next step", and `iban` is "IBAN". */
export const readableName = (name: string): string => {
  const words = name
    .replaceAll('_', ' ')
    .trim()
    .split(' ')
    .map((word) => (acronyms.has(word.toLowerCase()) ? word.toUpperCase() : word))
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
