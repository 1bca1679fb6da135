/** Elements whose contents nobody reads. */
const unread = ['script', 'style', 'template', 'noscript', 'svg'];

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: ' ',
};

const decode = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => entities[name] ?? whole);

const findEnd = (page: string, sought: string, from: number): number => {
  const found = page.indexOf(sought, from);
  return found === -1 ? page.length : found + sought.length;
};

/** Returns the position after a tag, a comment, or an element whose contents nobody reads. */
const skip = (page: string, lower: string, at: number): number => {
  if (lower.startsWith('<!--', at)) return findEnd(lower, '-->', at);
  const name = unread.find((it) => lower.startsWith(`<${it}`, at));
  if (name === undefined) return findEnd(page, '>', at);
  return findEnd(lower, '>', findEnd(lower, `</${name}`, at));
};

/** Returns what can be read on a page, with one space between words. Text without markup stays as it is otherwise. */
export const textOfPage = (page: string): string => {
  const lower = page.toLowerCase();
  const parts: string[] = [];
  for (let at = 0; at < page.length; ) {
    const tag = page.indexOf('<', at);
    parts.push(page.slice(at, tag === -1 ? page.length : tag));
    if (tag === -1) break;
    // A sign for “less than” is no tag.
    const isTag = /[a-z!/?]/.test(lower.charAt(tag + 1));
    if (!isTag) parts.push('<');
    at = isTag ? skip(page, lower, tag) : tag + 1;
  }
  return decode(parts.join(' ')).replace(/\s+/g, ' ').trim();
};
