import { execFileSync } from 'node:child_process';

const git = (root: string, ...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter(Boolean);

/** Returns the commit from which the current branch left main; the last commit where there is no main. */
const findBase = (root: string): string => {
  for (const main of ['main', 'origin/main']) {
    try {
      const [base] = git(root, 'merge-base', 'HEAD', main);
      if (base !== undefined) return base;
    } catch {
      // There is no such branch here.
    }
  }
  return 'HEAD';
};

/** Returns the files that differ from `since`, or from where the branch left main: committed or not, new and deleted ones too. */
export const findChanged = (root: string, since?: string): string[] => {
  const differing = git(root, 'diff', '--name-only', '--no-renames', since ?? findBase(root));
  return [...differing, ...git(root, 'ls-files', '--others', '--exclude-standard')].toSorted();
};
