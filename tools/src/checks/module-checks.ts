import { type Check, type Finding, isTest, lineAt, type SourceFile } from './source-tree.ts';

const isPart = ({ path }: SourceFile) =>
  /^apps\/server\/src\/(kernel|modules)\/.+\.ts$/.test(path) && !isTest(path);

const findIn = (file: SourceFile, pattern: RegExp, message: string): Finding[] =>
  [...file.text.matchAll(pattern)].map(({ index }) => ({
    path: file.path,
    line: lineAt(file.text, index),
    message,
  }));

// The formatter indents everything except the outermost statements of a file, so those begin in the first column.
const topLevelCall =
  /^(?:await |void |new )?(?!(?:if|for|while|switch|function|export|declare)\b)[A-Za-z_$][\w$]*(?:\??\.[\w$]+)*(?:<[^(\n]*>)?\(/gm;
const topLevelAssignment = /^[A-Za-z_$][\w$]*(?:\.[\w$]+|\[[^\]\n]*\])* (?:[-+*/|&]|\?\?|\|\||&&)?= /gm;

/** An import with effects makes the behaviour depend on who imports the file, and when. */
const importsDoNothing: Check = {
  name: 'imports-do-nothing',
  run: ({ files }) =>
    files.filter(isPart).flatMap((file) => {
      const message = 'Do nothing on import; hand this in by a field of defineModule, such as `extends`.';
      return [...findIn(file, topLevelCall, message), ...findIn(file, topLevelAssignment, message)];
    }),
};

const topLevelVariable = /^(?:export )?(?:let|var) /gm;
// An empty collection at the outermost level can only be filled later. A WeakMap is allowed, because its content belongs to its
// keys.
const emptyCollection =
  /^(?:export )?const \w+(?:: [^=\n]+(?:=>[^=\n]+)*)? =\s+(?:new (?:Map|Set)(?:<[^(\n]*>)?\(\)|\[\]|\{\})(?: as [^;\n]+)?;/gm;

/** State of the process belongs to a service, which a server creates, passes on and closes. */
const filesHoldNoState: Check = {
  name: 'files-hold-no-state',
  run: ({ files }) =>
    files.filter(isPart).flatMap((file) => {
      const message = 'Keep state in a service (defineService), or take it from an extension point.';
      return [...findIn(file, topLevelVariable, message), ...findIn(file, emptyCollection, message)];
    }),
};

const declaration = /\b(?:pgTable|tenantTable|pgView|pgMaterializedView)\(\s*['"`]([^'"`]+)['"`]/g;

/** A second declaration of a table becomes wrong when the owner of the table changes it. */
const tablesAreDeclaredOnce: Check = {
  name: 'tables-are-declared-once',
  run: ({ files }) => {
    const declared = files.filter(isPart).flatMap(({ path, text }) =>
      [...text.matchAll(declaration)].map(({ 1: table, index }) => ({
        table,
        path,
        line: lineAt(text, index),
      })),
    );
    return declared.flatMap(({ table, path, line }): Finding[] => {
      const other = declared.find((one) => one.table === table && (one.path !== path || one.line !== line));
      if (other === undefined) return [];
      const message = `${other.path} declares ${table} too; its owner offers a view of it, or a function.`;
      return [{ path, line, message }];
    });
  },
};

const isRoutes = ({ path }: SourceFile) => /\/modules\/.+[/-]routes\.ts$/.test(path);

/** A use case opens its own transaction, so that a job, an importer or an agent that calls it gets the same. */
const routesOpenNoTransaction: Check = {
  name: 'routes-open-no-transaction',
  run: ({ files }) =>
    files
      .filter((file) => isPart(file) && isRoutes(file))
      .flatMap((file) =>
        findIn(file, /\.tx\(/g, 'Open the transaction in the use case that the route calls.'),
      ),
};

export const moduleChecks: readonly Check[] = [
  importsDoNothing,
  filesHoldNoState,
  tablesAreDeclaredOnce,
  routesOpenNoTransaction,
];
