/** The pattern for `ilike` that finds a text anywhere, taking its own wildcards literally. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;
