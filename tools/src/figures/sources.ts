import { posix } from 'node:path';
import ts from 'typescript';
import { isTest, type SourceTree } from '../checks/source-tree.ts';

/** A source file of the product, parsed, with the files of the product that it imports. */
export interface Source {
  path: string;
  text: string;
  syntax: ts.SourceFile;
  imports: readonly Import[];
}

export interface Import {
  to: string;
  /** True where only types are imported, so that nothing is loaded. */
  isTypeOnly: boolean;
}

const isSource = (path: string): boolean =>
  /^(apps|packages)\/[^/]+\/src\/.+\.tsx?$/.test(path) && !isTest(path) && !path.endsWith('.d.ts');

/** The targets of the subpaths of our packages, such as `@atelier/models/prompts`. */
const readSubpaths = ({ files }: SourceTree): ReadonlyMap<string, string> => {
  const subpaths = new Map<string, string>();
  for (const { path, text } of files) {
    if (!/^packages\/[^/]+\/package\.json$/.test(path)) continue;
    const { name, exports = {} } = JSON.parse(text) as { name: string; exports?: Record<string, unknown> };
    for (const [subpath, target] of Object.entries(exports))
      if (typeof target === 'string')
        subpaths.set(posix.join(name, subpath), posix.join(posix.dirname(path), target));
  }
  return subpaths;
};

const resolveSubpath = (subpaths: ReadonlyMap<string, string>, specifier: string): string | undefined => {
  const exact = subpaths.get(specifier);
  if (exact !== undefined) return exact;
  for (const [pattern, target] of subpaths) {
    const [before = '', after] = pattern.split('*');
    if (after !== undefined && specifier.startsWith(before) && specifier.endsWith(after))
      return target.replace('*', specifier.slice(before.length, specifier.length - after.length));
  }
  return undefined;
};

const resolveRelative = (paths: ReadonlySet<string>, from: string, specifier: string): string | undefined => {
  const base = posix.join(posix.dirname(from), specifier);
  return [base, `${base}.ts`, `${base}.tsx`, `${base}/index.ts`].find((path) => paths.has(path));
};

const isTypeOnly = (statement: ts.ImportDeclaration | ts.ExportDeclaration): boolean => {
  if (ts.isExportDeclaration(statement)) {
    const { exportClause, isTypeOnly: isType } = statement;
    const named = exportClause && ts.isNamedExports(exportClause) ? exportClause.elements : [];
    return isType || (named.length > 0 && named.every((each) => each.isTypeOnly));
  }
  const clause = statement.importClause;
  if (clause === undefined) return false;
  const { namedBindings, name } = clause;
  const named = namedBindings && ts.isNamedImports(namedBindings) ? namedBindings.elements : [];
  const isEachType = name === undefined && named.length > 0 && named.every((each) => each.isTypeOnly);
  return clause.phaseModifier === ts.SyntaxKind.TypeKeyword || isEachType;
};

/** Parses sources once, those of the product without tests if nothing else is wanted, and resolves what they import of each other. */
export const readSources = (tree: SourceTree, isWanted = isSource): ReadonlyMap<string, Source> => {
  const files = tree.files.filter(({ path }) => isWanted(path));
  const paths = new Set(files.map(({ path }) => path));
  const subpaths = readSubpaths(tree);
  const sources = new Map<string, Source>();
  for (const { path, text } of files) {
    const syntax = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    const imports = syntax.statements.flatMap((statement): Import[] => {
      if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
      const { moduleSpecifier } = statement;
      if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier)) return [];
      const { text: specifier } = moduleSpecifier;
      const to = specifier.startsWith('.')
        ? resolveRelative(paths, path, specifier)
        : resolveSubpath(subpaths, specifier);
      return to !== undefined && paths.has(to) ? [{ to, isTypeOnly: isTypeOnly(statement) }] : [];
    });
    sources.set(path, { path, text, syntax, imports });
  }
  return sources;
};
