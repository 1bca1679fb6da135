import { dirname, posix } from 'node:path';
import { type Check, type Finding, isTest, type SourceFile } from './source-tree.ts';

const most = 20;

const isSource = ({ path }: SourceFile) => /\.(tsx?|mjs|css)$/.test(path) && !isTest(path);

const groupBy = <T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item)) ?? [];
    group.push(item);
    groups.set(keyOf(item), group);
  }
  return groups;
};

const smallFolders: Check = {
  name: 'small-folders',
  run: ({ files }) =>
    [...groupBy(files.filter(isSource), ({ path }) => dirname(path))]
      .filter(([, inside]) => inside.length > most)
      .map(([path, inside]) => ({
        path,
        message: `${inside.length} source files lie directly in this folder, tests not counted; ${most} may.`,
      })),
};

const specifier = /^\s*(?:import|export)\b[^'";]*?\bfrom\s+'(\.[^']+)'|^\s*import\s+'(\.[^']+)'/gm;

interface Arrow {
  from: string;
  to: string;
  /** The importing file. */
  path: string;
}

/**
 * Returns the two sibling folders between which an import leads: those in which the paths of the file and its target first
 * differ.
 */
const arrowBetween = (path: string, target: string): Arrow[] => {
  const [left, right] = [path.split('/'), target.split('/')];
  const parted = left.findIndex((part, index) => part !== right[index]);
  const isBetweenFolders = parted !== -1 && parted < left.length - 1 && parted < right.length - 1;
  if (!isBetweenFolders) return [];
  const folderIn = (parts: readonly string[]) => parts.slice(0, parted + 1).join('/');
  return [{ from: folderIn(left), to: folderIn(right), path }];
};

const arrowsOf = ({ path, text }: SourceFile): Arrow[] =>
  [...text.matchAll(specifier)].flatMap(([, from, alone]) =>
    arrowBetween(path, posix.join(dirname(path), from ?? alone ?? '')),
  );

const oneWayFolders: Check = {
  name: 'one-way-folders',
  run: ({ files }) => {
    const product = files.filter(
      (file) => isSource(file) && /^(apps|packages)\/[^/]+\/src\//.test(file.path),
    );
    const arrows = groupBy(product.flatMap(arrowsOf), ({ from, to }) => `${from} ${to}`);
    return [...arrows.values()].flatMap((there): Finding[] => {
      const [first] = there;
      const back = first === undefined ? [] : (arrows.get(`${first.to} ${first.from}`) ?? []);
      // Reports the direction that fewer imports take, because that is the one to reverse; with equal numbers, both.
      if (first === undefined || back.length === 0 || there.length > back.length) return [];
      return [
        {
          path: first.path,
          message: `${first.from} and ${first.to} import each other; move what both need, or turn one round.`,
        },
      ];
    });
  },
};

export const layoutChecks: readonly Check[] = [smallFolders, oneWayFolders];
