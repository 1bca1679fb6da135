import { dirname, posix } from 'node:path';
import ts from 'typescript';
import { type Check, type Finding, isTest, lineAt, type SourceFile, type SourceTree } from './source-tree.ts';

/** A table or a view, as its owner declares it. */
interface Declaration {
  /** The name in the database. */
  table: string;
  /** The TypeScript constant of the table. */
  constant: string;
  path: string;
  /** `kernel`, or the module: `modules/assistants/apps`. */
  owner: string;
  isView: boolean;
}

const server = 'apps/server/src/';
const ownerOf = (path: string): string => /\/(modules\/[^/]+\/[^/]+)\//.exec(path)?.[1] ?? 'kernel';
const isServer = ({ path }: SourceFile): boolean =>
  path.startsWith(server) && path.endsWith('.ts') && !isTest(path);

const declaration = /\bconst (\w+) = (pgTable|tenantTable|pgView|pgMaterializedView)\(\s*['"`](\w+)['"`]/g;

const declarationsIn = ({ files }: SourceTree): Declaration[] =>
  files.filter(isServer).flatMap(({ path, text }) =>
    [...text.matchAll(declaration)].map(([, constant = '', kind = '', table = '']) => ({
      table,
      constant,
      path,
      owner: ownerOf(path),
      isView: kind.endsWith('View'),
    })),
  );

const migration = /^apps\/server\/migrations\/.+\.sql$/;
const change =
  /^ *(?:create (?:table|(?:or replace )?view)(?: if not exists)? (\w+)|alter (?:table|view) \w+ rename to (\w+))/gim;

/** Returns every table and view that a migration creates, including those that a later one drops. */
const tablesOfMigrations = ({ files }: SourceTree): string[] =>
  files
    .filter(({ path }) => migration.test(path))
    .flatMap(({ text }) => [...text.matchAll(change)].map(([, made, renamed]) => made ?? renamed ?? ''));

/** A table without a declaration in TypeScript belongs to the kernel, which writes its SQL by hand. */
const undeclared = (table: string): Declaration => ({
  table,
  constant: '',
  path: '',
  owner: 'kernel',
  isView: false,
});

const withoutValues = (sql: string): string => sql.replaceAll(/--[^\n]*|'[^']*'/g, ' ');

const named =
  /\b(?:from|join|into|update|using|table|only)\s+"?(\w+)"?|(?<![.\w])"?(\w+)"?\.|(?<=\bfrom\b[^()]{0,400}),\s*"?(\w+)"?/gi;
const ownName = /\b(\w+)(?:\s*\([^()]*\))?\s+as\s+(?:not\s+)?(?:materialized\s+)?\(/gi;

/** Returns every name in the position of a table's name, except those that the statement defines in a `with`. */
const namesIn = (statement: string): string[] => {
  const sql = withoutValues(statement);
  const made = new Set([...sql.matchAll(ownName)].map(([, name]) => name));
  return [...sql.matchAll(named)]
    .map(([, after, qualifier, listed]) => after ?? qualifier ?? listed ?? '')
    .filter((name) => !made.has(name));
};

const looksLikeSql =
  /^\s*(?:\(?select|insert into|update|delete from|with|lock table|truncate|merge into|copy|from|(?:left |inner |cross )?join|and exists|exists)\b|\bselect\b[^]*\bfrom\b/;

const isTagged = ({ parent }: ts.Node): boolean =>
  ts.isTaggedTemplateExpression(parent) && /^sql\b/.test(parent.tag.getText());

const isExecuted = ({ parent }: ts.Node): boolean =>
  ts.isCallExpression(parent) && /\.(?:query|execute|raw)$/.test(parent.expression.getText());

const textOf = (node: ts.Node): string | undefined => {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(' $ ');
};

interface Statement {
  sql: string;
  line: number;
}

/** Returns the statements in a file: texts tagged with `sql`, texts that are executed, and every text that reads like SQL. */
const statementsIn = (file: SourceFile): Statement[] => {
  const source = ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest, true);
  const statements: Statement[] = [];
  const visit = (node: ts.Node): void => {
    const sql = textOf(node);
    if (sql !== undefined && (isTagged(node) || isExecuted(node) || looksLikeSql.test(sql)))
      statements.push({ sql, line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1 });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return statements;
};

const saysForeign = (one: Declaration): string =>
  one.isView
    ? `${one.table} is a view of ${one.owner}; splice in the constant ${one.constant} that it exports.`
    : `${one.table} is a table of ${one.owner}; ask for a function there, or for a view of it.`;

/** SQL that names a table of another module depends on that module without a visible import. */
const sqlNamesOwnTables: Check = {
  name: 'sql-names-own-tables',
  run: (tree) => {
    const tables = new Map([
      ...tablesOfMigrations(tree).map((table): [string, Declaration] => [table, undeclared(table)]),
      ...declarationsIn(tree).map((one): [string, Declaration] => [one.table, one]),
    ]);
    const foreignTo = (path: string, names: readonly string[]): Declaration[] =>
      [...new Set(names)]
        .flatMap((name) => tables.get(name) ?? [])
        .filter(({ owner }) => owner !== ownerOf(path));
    return tree.files
      .filter((file) => isServer(file) && foreignTo(file.path, file.text.match(/\w+/g) ?? []).length > 0)
      .flatMap((file) =>
        statementsIn(file).flatMap(({ sql, line }) =>
          foreignTo(file.path, namesIn(sql)).map(
            (one): Finding => ({ path: file.path, line, message: saysForeign(one) }),
          ),
        ),
      );
  },
};

const naming = /^(?:import|export) (?:\{([^}]*)\}|\*[^'\n]*) from '(\.[^']+)';/gm;

interface Naming {
  path: string;
  line: number;
  /** The file that the constant is imported from. */
  from: string;
  /** The name of the constant in that file; `*` for every one. */
  constant: string;
}

const namingsIn = ({ path, text }: SourceFile): Naming[] =>
  [...text.matchAll(naming)].flatMap(({ 1: names = '*', 2: from = '', index }) =>
    names
      .split(',')
      .map((name) => name.trim().split(' as ')[0] ?? '')
      .map((constant) => ({
        path,
        line: lineAt(text, index),
        from: posix.join(dirname(path), from),
        constant,
      })),
  );

const isFace = (path: string): boolean => /\/modules\/[^/]+\/[^/]+\/(index|declarations)\.ts$/.test(path);

/** A module exposes functions and views. The constant of a table would allow other modules to read and write it unnoticed. */
const tablesStayInside: Check = {
  name: 'tables-stay-inside',
  run: (tree) => {
    const tables = declarationsIn(tree).filter(({ isView }) => !isView);
    const tablesNamed = ({ from, constant }: Naming): Declaration[] =>
      tables.filter((one) => one.path === from && (constant === '*' || constant === one.constant));
    return tree.files
      .filter(isServer)
      .flatMap(namingsIn)
      .flatMap((one) =>
        tablesNamed(one)
          .filter(({ owner }) => owner !== ownerOf(one.path) || isFace(one.path))
          .map((table): Finding => ({ path: one.path, line: one.line, message: saysForeign(table) })),
      );
  },
};

const numberOf = ({ path }: SourceFile): string => /\/(\d+)_[^/]+$/.exec(path)?.[1] ?? path;

/** Migrations run in the order of their names. Two with one number would run in the order of their words, which nobody chose. */
const migrationHasItsNumber: Check = {
  name: 'migration-has-its-number',
  run: ({ files }) => {
    const migrations = files.filter(({ path }) => migration.test(path));
    return [...Map.groupBy(migrations, numberOf).values()].flatMap(([first, ...rest]) =>
      rest.map(
        ({ path }): Finding => ({
          path,
          message: `${first?.path ?? ''} has the same number; take the next free one.`,
        }),
      ),
    );
  },
};

export const tableChecks: readonly Check[] = [sqlNamesOwnTables, tablesStayInside, migrationHasItsNumber];
