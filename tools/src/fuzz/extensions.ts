const extensions: Readonly<Record<string, string>> = { markdown: '.md', text: '.txt', mail: '.eml' };

/** Returns how the names of a format's files end. */
export const extensionFor = (format: string): string => extensions[format] ?? `.${format}`;
