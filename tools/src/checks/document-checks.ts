import { dirname, posix } from 'node:path';
import type { Check, SourceFile } from './source-tree.ts';

/** The folders that a path in a document may begin at, besides the folder of the document itself. */
const starts = ['', 'apps/server', 'apps/server/src', 'apps/web', 'apps/web/src'];

/** The requirements are a text of their own; they know no file of ours. */
const isDocument = ({ path }: SourceFile) =>
  /^docs\/.*\.md$|^[^/]+\.md$|^(apps|packages)\/.*README\.md$/.test(path) && path !== 'docs/requirements.md';

/** What a build, a test or a running server leaves behind is named in documents, and not there in a fresh checkout. */
const isMade = (word: string) => /^(\.\/)?(data|dist|bench\/results|e2e\/screenshots)(\/|$)/.test(word);

const written = /\w\.(tsx?|mts|mjs|cjs|json|md|sql|css|ya?ml|sh)$/;

/** Every folder that holds a file of the tree, at any depth. */
const foldersOf = (paths: readonly string[]): Set<string> => {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let folder = dirname(path); folder !== '.' && !folders.has(folder); folder = dirname(folder)) {
      folders.add(folder);
    }
  }
  return folders;
};

/** True for `kernel/runs`, `merging/` and `advance.ts`, not for `/api/docs`, `application/json` or a placeholder. */
const looksLikePath = (word: string, folders: ReadonlySet<string>): boolean => {
  if (!/^[\w.*][\w.@*/-]*$/.test(word) || isMade(word)) return false;
  if (word.endsWith('/') || written.test(word)) return true;
  const [first = '', ...rest] = word.split('/');
  return rest.length > 0 && starts.some((start) => folders.has(posix.join(start, first)));
};

/** `*` stands for any part of one name. */
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
 * True when the word names something from one of the starts on. A README may shorten the paths of what lies beside and below
 * it to their endings, every other document those of the whole repository.
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

/** Documents lead newcomers; a path that is gone leads them nowhere. */
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

/** Each module says for itself what it is for; longer texts belong to docs/. */
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

export const documentChecks: readonly Check[] = [pathsInDocuments, moduleReadme];
