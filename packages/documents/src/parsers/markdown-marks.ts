let decodeEntity: ((entity: string) => string) | undefined;

/** Loads the reader of pages, which knows all names of characters. */
export async function loadEntities(): Promise<void> {
  if (decodeEntity) return;
  const { parseDocument } = await import('htmlparser2');
  decodeEntity = (entity) =>
    parseDocument(entity)
      .children.map((child) => ('data' in child ? child.data : ''))
      .join('');
}

/** A backslash before an escaped mark, an escaped mark, code or a formula, which stay as they are, or the name or the number of a character. */
const mark =
  /\\\\(?=[!-'*-/:-@^-`{-~])|\\[!-'*-/:-@^-`{-~]|`[^`\n]*`|\$[^$\n]+\$|&(?:[a-z][a-z\d]{1,31}|#\d{1,7}|#x[\da-f]{1,6});/gi;

/** Writes the characters that names and escaped marks of Markdown stand for. Brackets stay escaped, because such ones are formulas as well. */
export const unescapeMarkdown = (text: string): string =>
  /[\\&]/.test(text)
    ? text.replace(mark, (found) => {
        if (found.startsWith('\\')) return found.slice(1);
        return found.startsWith('&') ? (decodeEntity?.(found) ?? found) : found;
      })
    : text;

/** Signs that begin a code, a formula or the name of a character, where no backslash escapes them. */
const beginnings = new Map([
  ['&', '&amp;'],
  ['`', '&#96;'],
  ['$', '&#36;'],
]);

/** Returns a plain text as Markdown that `unescapeMarkdown` reads as the same text. */
export const escapeMarkdown = (text: string): string =>
  text.replace(mark, (found) => {
    const sign = found.slice(1);
    if (found.startsWith('\\')) return `\\\\${beginnings.get(sign) ?? sign}`;
    return found.startsWith('&') ? `&amp;${found.slice(1)}` : found;
  });
