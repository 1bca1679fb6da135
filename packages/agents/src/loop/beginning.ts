/** Returns the beginning of a text in one line, with an ellipsis where something is left out. */
export const beginning = (text: string, most: number): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= most ? line : `${line.slice(0, most - 1).trimEnd()}…`;
};

/** Returns a text that says what is left out of it. */
export const cut = (text: string, most: number): string =>
  text.length <= most
    ? text
    : `${text.slice(0, most)}\n[${text.length - most} more characters are left out. Ask for less, or for a part.]`;
