import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

export interface SourceFile {
  /** The path relative to the root of the tree, with forward slashes. */
  path: string;
  text: string;
}

/** The files of a checkout that people write, without generated and installed ones. */
export interface SourceTree {
  root: string;
  files: readonly SourceFile[];
}

/** One broken rule, with a message that says what to change. */
export interface Finding {
  path: string;
  line?: number;
  message: string;
}

/** A rule of this repository that no existing tool can express. */
export interface Check {
  name: string;
  run(tree: SourceTree): Finding[];
}

const generated = new Set([
  'node_modules',
  'dist',
  '.git',
  'coverage',
  'fixtures',
  'results',
  'test-results',
  'playwright-report',
]);
const text = /\.(tsx?|mjs|cjs|js|json|md|sql|css|html|ya?ml|sh)$|(^|\/)\.ci\/run$|(^|\/)\.(npmrc|gitignore)$/;

export const readTree = (root: string): SourceTree => {
  const skip = (path: string) => generated.has(basename(path)) || path === 'data';
  const paths = globSync(['**/*', '.ci/*', '.npmrc', '.oxlintrc.json'], { cwd: root, exclude: skip });
  const files = paths
    .filter((path) => text.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
  return { root, files };
};

export const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path);

export const isCode = (path: string) => /\.(tsx?|mjs|cjs)$/.test(path);

/** Returns the line of the character at an index, counted from 1. */
export const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length;

/** Returns a finding for every match of the pattern, with its line. */
export const findAll = (file: SourceFile, pattern: RegExp, message: string): Finding[] =>
  file.text
    .split('\n')
    .flatMap((line, index) => (pattern.test(line) ? [{ path: file.path, line: index + 1, message }] : []));

export interface Manifest {
  name?: string;
  license?: string | { type: string };
  licenses?: { type: string }[];
  overrides?: Record<string, unknown>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

const asManifest = (value: unknown): Manifest =>
  typeof value === 'object' && value !== null ? (value as Manifest) : {};

export const parseManifest = (source: string): Manifest => asManifest(JSON.parse(source));

export const readManifest = (path: string): Manifest | undefined =>
  existsSync(path) ? parseManifest(readFileSync(path, 'utf8')) : undefined;
