import { execFileSync } from 'node:child_process';

/** In bytes. A change that moves a whole area has some megabytes. */
const largestDifference = 512 * 1024 ** 2;

const git = (root: string, args: readonly string[]): string | undefined => {
  try {
    return execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: largestDifference,
    }).trim();
  } catch {
    return undefined;
  }
};

/** How many commits of the main branch are looked at when nothing says where the change began. */
const newest = 10;

/**
 * Returns the commit on which the change is based: where the branch left the main one, or an earlier commit of the main branch itself.
 * A shallow clone may have neither.
 */
const baseIn = (root: string): string | undefined => {
  const head = git(root, ['rev-parse', 'HEAD']);
  for (const main of ['origin/main', 'main']) {
    const base = git(root, ['merge-base', 'HEAD', main]);
    if (base !== undefined && base !== head) return base;
  }
  for (let back = newest; back > 0; back -= 1) {
    const base = git(root, ['rev-parse', '--verify', '--quiet', `HEAD~${back}`]);
    if (base !== undefined) return base;
  }
  return undefined;
};

/** Reads the line numbers of each file out of a difference without context. */
export const readChangedLines = (difference: string): Map<string, Set<number>> => {
  const changed = new Map<string, Set<number>>();
  let lines = new Set<number>();
  for (const line of difference.split('\n')) {
    const path = /^\+\+\+ b\/(.+)$/.exec(line)?.[1];
    if (path !== undefined) {
      lines = new Set();
      changed.set(path, lines);
    }
    const [, first = '', count = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    if (first === '') continue;
    for (let at = 0; at < Number(count); at += 1) lines.add(Number(first) + at);
  }
  return changed;
};

/** Returns the changed lines of each file since `since`, or since the change began, with what is not committed yet. */
export const changedLines = (root: string, since?: string): Map<string, Set<number>> => {
  const base = since ?? baseIn(root);
  if (base === undefined) return new Map();
  const difference = git(root, ['diff', '--unified=0', '--no-color', '--no-ext-diff', base, '--']);
  if (difference === undefined) throw new Error(`git cannot compare with ${base}.`);
  return readChangedLines(difference);
};
