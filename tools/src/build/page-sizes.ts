import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

interface Entry {
  file: string;
  name?: string;
  src?: string;
  imports?: string[];
}
/** Vite's manifest: each file with those that it loads at once. */
export type Manifest = Record<string, Entry>;

interface Page {
  title: string;
  /** Sources or names of chunks that are loaded before the page shows anything. */
  loads: readonly string[];
  /** The most bytes of compressed scripts. */
  most: number;
}

/** The pages that are measured. The sign-in and the home screen count as one, because the browser keeps what it has loaded. */
const pages: readonly Page[] = [
  { title: 'Sign-in', loads: ['index.html', 'sign-in'], most: 190_000 },
  { title: 'First screen after sign-in', loads: ['index.html', 'home'], most: 150_000 },
  { title: 'The same in a new company', loads: ['index.html', 'home', 'first'], most: 200_000 },
  { title: 'Public chat', loads: ['chat.html'], most: 84_000 },
];
const mostFiles = 40;
/** The script that other sites load for the widget of an app, with the most bytes that it may have before compression. */
const loader = { file: 'widget.js', most: 2048 };

/** Returns the scripts that these entries load right away. */
export const findScripts = (manifest: Manifest, loads: readonly string[]): string[] => {
  const files = new Set<string>();
  const visit = (key: string): void => {
    const entry = manifest[key];
    if (entry === undefined || files.has(entry.file)) return;
    files.add(entry.file);
    entry.imports?.forEach(visit);
  };
  for (const wanted of loads) {
    const key = Object.keys(manifest).find((it) => [it, manifest[it]?.name].includes(wanted));
    if (key === undefined) throw new Error(`The build has no ${wanted}.`);
    visit(key);
  }
  return [...files].filter((file) => file.endsWith('.js'));
};

const sizeOf = async (path: string): Promise<number> =>
  (await stat(`${path}.br`).catch(() => stat(path))).size;

const kilobytes = (bytes: number): string => `${Math.round(bytes / 1000)} KB`;

/** Returns the scripts of the builder that load the chat page, which would then start inside the builder. */
export const findChatLoaders = (manifest: Manifest): string[] =>
  Object.values(manifest).flatMap(({ file, imports }) => (imports?.includes('chat.html') ? [file] : []));

const checkLoader = async (folder: string): Promise<string> => {
  const { size } = await stat(join(folder, loader.file));
  const line = `Loader of the widget: ${size} bytes`;
  if (size > loader.most) throw new Error(`${line}; at most ${loader.most}.`);
  return line;
};

/** Returns one line for each page and one for the loader. Throws when a page has grown too large, or when one page would start inside another. */
export const checkPageSizes = async (folder: string): Promise<string[]> => {
  const manifest = JSON.parse(await readFile(join(folder, '.vite', 'manifest.json'), 'utf8')) as Manifest;
  const beginners = findChatLoaders(manifest);
  if (beginners.length > 0)
    throw new Error(`The page of a chat is loaded, and so begun, by ${beginners.join(', ')}.`);
  const lines = await Promise.all(
    pages.map(async ({ title, loads, most }) => {
      const scripts = findScripts(manifest, loads);
      const sizes = await Promise.all(scripts.map((file) => sizeOf(join(folder, file))));
      const sum = sizes.reduce((all, size) => all + size, 0);
      const line = `${title}: ${kilobytes(sum)} of compressed scripts in ${scripts.length} files`;
      if (sum > most || scripts.length > mostFiles)
        throw new Error(`${line}; at most ${kilobytes(most)} in ${mostFiles}.\n${scripts.join('\n')}`);
      return line;
    }),
  );
  return [...lines, await checkLoader(folder)];
};
