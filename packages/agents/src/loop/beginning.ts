/** Returns the beginning of a text in one line, with an ellipsis where something is left out. */
export const beginning = (text: string, most: number): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= most ? line : `${line.slice(0, most - 1).trimEnd()}…`;
};
