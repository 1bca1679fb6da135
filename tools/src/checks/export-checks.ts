import { dirname, posix } from 'node:path';
import ts from 'typescript';
import type { Check, Finding, SourceFile, SourceTree } from './source-tree.ts';

const most = 20;

type Texts = ReadonlyMap<string, string>;

const isExported = (statement: ts.Statement): boolean =>
  ts.canHaveModifiers(statement) &&
  ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;

const declaredBy = (statement: ts.Statement): string[] => {
  if (!isExported(statement)) return [];
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  const { name } = statement as ts.Statement & { name?: ts.Node };
  return [name?.getText() ?? 'default'];
};

const handedOn = (node: ts.ExportDeclaration, path: string, texts: Texts): string[] => {
  if (node.exportClause !== undefined)
    return ts.isNamedExports(node.exportClause)
      ? node.exportClause.elements.map(({ name }) => name.text)
      : [node.exportClause.name.text];
  const from = node.moduleSpecifier;
  return from !== undefined && ts.isStringLiteral(from)
    ? exportsOf(posix.join(dirname(path), from.text), texts)
    : [];
};

/** Returns every name that a file exports, including those behind `export *`. */
const exportsOf = (path: string, texts: Texts): string[] => {
  const { statements } = ts.createSourceFile(path, texts.get(path) ?? '', ts.ScriptTarget.Latest, true);
  const names = statements.flatMap((statement) => {
    if (ts.isExportAssignment(statement)) return ['default'];
    return ts.isExportDeclaration(statement) ? handedOn(statement, path, texts) : declaredBy(statement);
  });
  return [...new Set(names)];
};

/** What a module declares for others: events, topics, extension points, rows and views. */
const isDeclarations = (path: string): boolean =>
  /^apps\/server\/src\/modules\/[^/]+\/[^/]+\/declarations\.ts$/.test(path);

const isIndex = ({ path }: SourceFile): boolean =>
  /^(apps|packages)\/[^/]+\/src\/(.+\/)?index\.tsx?$/.test(path) || isDeclarations(path);

const isFace = ({ path }: SourceFile): boolean =>
  /^apps\/server\/src\/modules\/[^/]+\/[^/]+\/(index|declarations)\.ts$/.test(path);

const entriesIn = (manifest: string): string[] => {
  const { exports = {} } = JSON.parse(manifest) as { exports?: Record<string, unknown> };
  return Object.values(exports).filter(
    (target): target is string => typeof target === 'string' && !target.includes('*'),
  );
};

/** The files whose exports others may import: each index.ts, and the files that package.json names under `exports`. */
const facesOf = ({ files }: SourceTree): string[] => {
  const named = files
    .filter(({ path }) => /^packages\/[^/]+\/package\.json$/.test(path))
    .flatMap(({ path, text }) => entriesIn(text).map((target) => posix.join(dirname(path), target)));
  return [...new Set([...files.filter(isIndex).map(({ path }) => path), ...named])];
};

/** A reader cannot remember fifty exported names, and a module that needs so many does several things. */
const smallFaces: Check = {
  name: 'small-faces',
  run: (tree) => {
    const texts = new Map(tree.files.map(({ path, text }) => [path, text]));
    return facesOf(tree).flatMap((path): Finding[] => {
      const count = exportsOf(path, texts).length;
      const message = `${count} names are exported; ${most} may. Export less, or divide the package into subpaths.`;
      return count > most ? [{ path, message }] : [];
    });
  },
};

/** What declares something loads whatever that needs, for everybody who wants one name of the module. */
const facesOnlyHandOn: Check = {
  name: 'faces-only-hand-on',
  run: ({ files }) =>
    files
      .filter(isFace)
      .filter(({ path, text }) =>
        ts
          .createSourceFile(path, text, ts.ScriptTarget.Latest)
          .statements.some((statement) => !(ts.isExportDeclaration(statement) && statement.moduleSpecifier)),
      )
      .map(
        ({ path }): Finding => ({
          path,
          message: 'A face of a module only exports from its other files; module.ts wires them.',
        }),
      ),
};

/** Whoever holds the repository of another module writes that module's rows past its rules. */
const facesOfferVerbs: Check = {
  name: 'faces-offer-verbs',
  run: ({ files }) => {
    const texts = new Map(files.map(({ path, text }) => [path, text]));
    return files.filter(isFace).flatMap(({ path }): Finding[] =>
      exportsOf(path, texts)
        .filter((name) => name.endsWith('Repository'))
        .map((name) => ({
          path,
          message: `${name} is exported. Export a function that says what it does for its callers.`,
        })),
    );
  },
};

/** The files of modules that do work, and the faces through which they are called. */
const work =
  /\/modules\/[^/]+\/[^/]+\/(.+\/)?((.+-)?(repository|routes|jobs|subscribers)(\.ts$|\/)|service\/|(index|module)\.ts$)/;

/** Whoever needs only the name of an event or the shape of a row shall not load the work of its module. */
const declarationsLoadNoWork: Check = {
  name: 'declarations-load-no-work',
  run: ({ files }) => {
    const texts = new Map(files.map(({ path, text }) => [path, text]));
    const importsOf = (path: string): string[] =>
      ts
        .preProcessFile(texts.get(path) ?? '', true, true)
        .importedFiles.map(({ fileName }) => posix.join(dirname(path), fileName))
        .filter((imported) => texts.has(imported));
    return files
      .filter(({ path }) => isDeclarations(path))
      .flatMap(({ path }): Finding[] => {
        const reached = new Set([path]);
        for (const each of reached) {
          const found = importsOf(each).find((imported) => work.test(imported));
          if (found !== undefined)
            return [
              { path, message: `${each} imports ${found}, which works. Export that name from index.ts.` },
            ];
          for (const imported of importsOf(each)) reached.add(imported);
        }
        return [];
      });
  },
};

export const exportChecks: readonly Check[] = [
  smallFaces,
  facesOnlyHandOn,
  facesOfferVerbs,
  declarationsLoadNoWork,
];
