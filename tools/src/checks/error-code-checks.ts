import { type Check, type Finding, isTest, type SourceFile } from './source-tree.ts';

interface Declared {
  code: string;
  path: string;
  line: number;
}

const isContract = ({ path }: SourceFile) => /^packages\/contracts\/src\/.+\.ts$/.test(path) && !isTest(path);
const isServer = ({ path }: SourceFile) =>
  /^(apps\/server|packages\/(?!contracts\/)[^/]+)\/src\/.+\.ts$/.test(path) && !isTest(path);

/** Matches the keys of `errors` and of the kernel's own codes: `'apps.not_found': {` followed by a kind. */
const declaration = /'([a-z][\w-]*\.\w+)':\s*\{\s*kind:/g;

const declaredIn = ({ path, text }: SourceFile): Declared[] =>
  [...text.matchAll(declaration)].map((match) => ({
    code: match[1] ?? '',
    path,
    line: text.slice(0, match.index).split('\n').length,
  }));

const thrown = /\b(?:fail|AppError)\(\s*'([^']+)'/g;

const undeclared = (file: SourceFile, known: ReadonlySet<string>): Finding[] =>
  [...file.text.matchAll(thrown)].flatMap((match) => {
    const code = match[1] ?? '';
    if (known.has(code)) return [];
    const line = file.text.slice(0, match.index).split('\n').length;
    return [{ path: file.path, line, message: `Declare ${code} in the contract of the feature.` }];
  });

/** A code that nothing throws misleads readers of the contract, and a code that is not declared has no message. */
const errorCodesAreUsed: Check = {
  name: 'error-codes-are-used',
  run: ({ files }) => {
    const declared = files.filter(isContract).flatMap(declaredIn);
    const server = files.filter(isServer);
    const spoken = new Set(
      server.flatMap(({ text }) => [...text.matchAll(/'([a-z][\w-]*\.\w+)'/g)].map(([, code]) => code)),
    );
    const known = new Set(declared.map(({ code }) => code));
    return [
      ...declared
        .filter(({ code }) => !spoken.has(code))
        .map(({ code, path, line }) => ({
          path,
          line,
          message: `Nothing throws ${code}; throw it or delete it.`,
        })),
      ...server.flatMap((file) => undeclared(file, known)),
    ];
  },
};

export const errorCodeChecks: readonly Check[] = [errorCodesAreUsed];
