import { readFile, writeFile } from 'node:fs/promises';

const page = new URL('../../../docs/quality.md', import.meta.url);

/** Returns a page in which the figures between the marks of `name` are replaced. Throws where the page has no such marks. */
export const replaceFigures = (text: string, name: string, figures: string): string => {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/quality.md has no place for figures named ${name}.`);
  return `${text.slice(0, from)}${begin}\n\n${figures}\n\n${text.slice(to)}`;
};

/** Puts the figures that were measured into docs/quality.md and leaves all others as they are. */
export const writeFigures = async (name: string, figures: string): Promise<void> =>
  writeFile(page, replaceFigures(await readFile(page, 'utf8'), name, figures));
