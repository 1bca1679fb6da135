import { dirname, posix } from 'node:path';
import type { Check, SourceFile } from './source-tree.ts';

/** The folders that a path in a document may be relative to, besides the folder of the document itself. */
const starts = ['', 'apps/server', 'apps/server/src', 'apps/web', 'apps/web/src'];

/** The requirements are not checked, because they do not name files of this repository. */
const isDocument = ({ path }: SourceFile) =>
  /^docs\/.*\.md$|^[^/]+\.md$|^(apps|packages)\/.*README\.md$/.test(path) && path !== 'docs/requirements.md';

/** Returns true for files that a build, a test or a running server creates. Documents name it, but a fresh checkout does not contain it. */
const isMade = (word: string) => /^(\.\/)?(data|dist|bench\/results|e2e\/screenshots)(\/|$)/.test(word);

/** The folders whose names the architecture has to explain. */
const parts =
  /^(?:apps\/server\/src\/modules\/[^/]+|apps\/web\/src\/features\/[^/]+|packages)\/([^/]+)\/(?:.*\/)?[^/]+\.tsx?$/;

const architectureNamesModules: Check = {
  name: 'architecture-names-modules',
  run: ({ files }) => {
    const path = 'docs/architecture.md';
    const text = files.find((file) => file.path === path)?.text;
    if (text === undefined) return [];
    const names = new Set(files.flatMap((file) => parts.exec(file.path)?.[1] ?? []));
    return [...names]
      .filter((name) => !text.includes(`\`${name}\``) && !text.includes(`\`packages/${name}\``))
      .map((name) => ({ path, message: `The architecture does not name \`${name}\`.` }));
  },
};

const written = /\w\.(tsx?|mts|mjs|cjs|json|md|sql|css|ya?ml|sh)$/;

/** Returns every folder that contains a file of the tree, at any depth. */
const foldersOf = (paths: readonly string[]): Set<string> => {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let folder = dirname(path); folder !== '.' && !folders.has(folder); folder = dirname(folder)) {
      folders.add(folder);
    }
  }
  return folders;
};

/**
 * Returns true for `kernel/runs`, `merging/` and `advance.ts`, and false for `/api/docs`, `application/json` or a placeholder.
 */
const looksLikePath = (word: string, folders: ReadonlySet<string>): boolean => {
  if (!/^[\w.*][\w.@*/-]*$/.test(word) || isMade(word)) return false;
  if (word.endsWith('/') || written.test(word)) return true;
  const [first = '', ...rest] = word.split('/');
  return rest.length > 0 && starts.some((start) => folders.has(posix.join(start, first)));
};

/** Converts a path with `*`, which stands for any part of one name, to a regular expression. */
const patternOf = (word: string): string =>
  word.replace(/^\.\//, '').replace(/\/$/, '').replaceAll('.', '\\.').replaceAll('*', '[^/]*');

const namedPaths = (text: string, folders: ReadonlySet<string>) =>
  text
    .replaceAll(/^```[^]*?^```/gm, (block) => block.replaceAll(/[^\n]/g, ''))
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(/`([^`]+)`/g)]
        .flatMap(([, code = '']) => code.split(/\s+/))
        .filter((word) => looksLikePath(word, folders))
        .map((word) => ({ word, line: index + 1 })),
    );

/**
 * Returns true when the path exists relative to one of the starting folders. A README may shorten paths of files next to it and
 * below it to their endings; every other document may do so for the whole repository.
 */
const isThere = (document: string, word: string, paths: readonly string[]): boolean => {
  const folder = document.endsWith('README.md') && !document.startsWith('docs/') ? dirname(document) : '.';
  const inside = folder === '.' ? '' : `${folder}/`;
  const pattern = patternOf(word);
  // expression-is-made: the words of a document hold no operators, so the expression is a plain text with an anchor.
  const ending = new RegExp(`(^|/)${pattern}$`);
  const whole = starts.map((start) => new RegExp(`^${posix.join(start, pattern)}$`));
  return paths.some(
    (path) => (path.startsWith(inside) && ending.test(path)) || whole.some((one) => one.test(path)),
  );
};

/** Documents guide newcomers, and a path that no longer exists misleads them. */
const pathsInDocuments: Check = {
  name: 'paths-in-documents',
  run: ({ files }) => {
    const names = files.map(({ path }) => path);
    const folders = foldersOf(names);
    const paths = [...names, ...folders];
    return files.filter(isDocument).flatMap(({ path, text }) =>
      namedPaths(text, folders)
        .filter(({ word }) => !isThere(path, word, paths))
        .map(({ word, line }) => ({ path, line, message: `${word} does not exist.` })),
    );
  },
};

const mostLines = 40;

/** Each module explains its own purpose; longer texts belong to docs/. */
const moduleReadme: Check = {
  name: 'module-readme',
  run: ({ files }) => {
    const texts = new Map(files.map(({ path, text }) => [path, text]));
    return files
      .filter(({ path }) => /^apps\/server\/src\/modules\/[^/]+\/[^/]+\/index\.ts$/.test(path))
      .flatMap(({ path }) => {
        const readme = `${dirname(path)}/README.md`;
        const text = texts.get(readme);
        if (text === undefined)
          return [{ path: readme, message: 'Write what the module is for, its words and its invariants.' }];
        const lines = text.trimEnd().split('\n').length;
        return lines > mostLines ? [{ path: readme, message: `${lines} lines; ${mostLines} may be.` }] : [];
      });
  },
};

export const documentChecks: readonly Check[] = [pathsInDocuments, moduleReadme, architectureNamesModules];
