/** Returns an `ilike` pattern that matches the text anywhere. Wildcards in the text are matched literally. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;
