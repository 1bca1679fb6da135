import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { applyMutant, type Mutant } from './find-mutants.ts';

/**
 * Says whether the types refuse a mutant. It looks at the file of the mutant alone, with the TypeScript 5 of this workspace, because the
 * TypeScript 7 of the product has no programming interface.
 */
export const typeChecker = (root: string): ((mutant: Mutant) => boolean) => {
  const configuration = ts.getParsedCommandLineOfConfigFile(
    join(root, 'tsconfig.base.json'),
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: () => undefined,
    },
  );
  // A removed call may leave an import without use, and is a program all the same.
  const lenient = { noUnusedLocals: false, noUnusedParameters: false };
  const typeRoots = [join(root, 'node_modules', '@types')];
  const options = { ...configuration?.options, ...lenient, typeRoots };
  const texts = new Map<string, { version: number; text: string }>();
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [...texts.keys()],
    getScriptVersion: (path) => String(texts.get(path)?.version ?? 0),
    getScriptSnapshot: (path) => {
      const text = texts.get(path)?.text ?? ts.sys.readFile(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    realpath: ts.sys.realpath ?? ((path) => path),
  });
  const faultsIn = (path: string, text: string): number => {
    texts.set(path, { version: (texts.get(path)?.version ?? 0) + 1, text });
    return [...service.getSemanticDiagnostics(path), ...service.getSyntacticDiagnostics(path)].length;
  };
  return (mutant) => {
    const path = join(root, mutant.path);
    const text = readFileSync(path, 'utf8');
    const faults = faultsIn(path, applyMutant(text, mutant));
    return faultsIn(path, text) < faults;
  };
};
