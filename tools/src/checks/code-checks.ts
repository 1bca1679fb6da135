import { areaOf, moduleOrder } from '../module-order.ts';
import { type Check, findAll, isCode, isTest, type SourceFile } from './source-tree.ts';

const inProduct = (path: string) => /^(apps|packages)\/[^/]+\/src\//.test(path) && !isTest(path);

/** A rule that looks at one line at a time. */
const lineCheck = (rule: {
  name: string;
  pattern: RegExp;
  message: string;
  applies: (path: string) => boolean;
}): Check => ({
  name: rule.name,
  run: ({ files }) =>
    files
      .filter(({ path }) => rule.applies(path))
      .flatMap((file) => findAll(file, rule.pattern, rule.message)),
});

const readersOfJson =
  /^packages\/(contracts\/src\/kernel\/(json-reading|parse-json|parse-measures)|documents\/src\/json-value)\.ts$/;
const noBareJsonParse = lineCheck({
  name: 'no-bare-json-parse',
  pattern: /(?<![\w.])JSON\.parse\(/,
  message:
    'JSON.parse rounds long numbers. Use readJson or parseJson of @atelier/contracts/kernel/parse-json, or parseMeasures for vectors and scores.',
  applies: (path) =>
    inProduct(path) &&
    !path.startsWith('apps/web/') &&
    !/\/for-tests/.test(path) &&
    !readersOfJson.test(path),
});

const vague = /(^|[/.-])(utils?|helpers?|common|managers?|misc)([/.-]|$)/;
const namedAfterTheThing: Check = {
  name: 'named-after-the-thing',
  run: ({ files }) =>
    files
      .filter(({ path }) => isCode(path) && vague.test(path))
      .map(({ path }) => ({ path, message: 'Name the thing that the file holds.' })),
};

const homes = ['home', 'root', 'Users', 'work', 'tmp'].join('|');
const noMachinePaths = lineCheck({
  name: 'no-machine-paths',
  pattern: new RegExp(`(^|["'\`\\s(=])/(${homes})/[\\w.-]`),
  message:
    'A path of one machine; use a path relative to the checkout or the temporary folder of the system.',
  applies: () => true,
});

const noSkippedTests = lineCheck({
  name: 'no-skipped-tests',
  pattern:
    /\b(it|test|describe|bench|suite)(\.\w+)*\.(skip|only|todo|skipIf|runIf|fails|fixme|fail)\b|\bx(it|test|describe)\(/,
  message: 'Every test runs, always. Mend it or delete it.',
  applies: isTest,
});

const testsExpect: Check = {
  name: 'tests-expect',
  run: ({ files }) =>
    files
      .filter(({ path, text }) => isTest(path) && !/\b(expect|assert)\w*[.(<]/.test(text))
      .map(({ path }) => ({ path, message: 'The file expects nothing, so it cannot fail.' })),
};

const noMockedOwnModules = lineCheck({
  name: 'no-mocked-own-modules',
  pattern: /\b(vi|vitest)\.(mock|doMock)\(\s*(import\()?\s*['"`](\.|@atelier\/)/,
  message: 'Test our modules as they are; fakes stand for the outside world only.',
  applies: isTest,
});

const noShell = lineCheck({
  name: 'no-shell',
  pattern: /\bshell:\s*(true|['"])/,
  message: 'A shell reads strings; give the program a list of arguments.',
  applies: inProduct,
});

const noHiddenImport = lineCheck({
  name: 'no-hidden-import',
  pattern: /\b(import|require)\(\s*['"](node:)?(vm|http|https|http2|undici|child_process)['"]/,
  message: 'Import it at the top, where the linter decides who may.',
  applies: (path) => inProduct(path) && !path.startsWith('apps/server/src/kernel/outbound/outbound'),
});

/** A part of the work of a server may have services of its own, so that their identity says nothing. */
const noMapByServices = lineCheck({
  name: 'no-map-by-services',
  pattern: /\bMap<Services\s*,|\bWeakMap<Services\s*,/,
  message: 'Keep what belongs to one server in a service (`defineService`), not in a map by its services.',
  applies: (path) => path.startsWith('apps/server/src/'),
});

/** A cast to this type is accepted wherever any type is, so it hides every mistake behind it. */
const noCastToNever = lineCheck({
  name: 'no-cast-to-never',
  pattern: /\bas never\b/,
  message: 'Say the type. What was stored or sent has one once its schema has parsed it.',
  applies: (path) => isCode(path) && !isTest(path),
});

const storedInputHasSchema = lineCheck({
  name: 'stored-input-has-schema',
  pattern: /\bString\((input|payload|stored)(\?\.|\.|\[)/,
  message:
    'Define the run, job or event with a schema (defineRun, defineJob, defineEvent), which validates it.',
  applies: (path) => isCode(path) && !isTest(path),
});

const suppressionsSayWhy = lineCheck({
  name: 'suppressions-say-why',
  pattern: /(oxlint|eslint)-disable(?!.*--\s*\S)|biome-ignore(?!.*:\s*\S)/,
  message: 'Say why the rule does not hold here: oxlint-disable-next-line rule -- reason.',
  applies: isCode,
});

const weight = '\\s*(var\\(--at-(regular|medium|bold)\\)|inherit\\b|(400|500|700);)';
const otherWeight = {
  css: new RegExp(`(font-weight[\\w-]*|(?<!-)\\bfont|--at-(regular|medium|bold)):(?!${weight})`),
  tsx: /\bfontWeight\b|\bfw=/,
};

/** A browser would draw any other weight with a font file of a different weight. */
const threeWeights: Check = {
  name: 'three-weights',
  run: ({ files }) =>
    files
      .filter(({ path }) => /^apps\/web\/src\/.*\.(css|tsx)$/.test(path) && !isTest(path))
      .flatMap((file) =>
        findAll(
          file,
          otherWeight[file.path.endsWith('.css') ? 'css' : 'tsx'],
          'There are three weights: var(--at-regular), var(--at-medium), var(--at-bold).',
        ),
      ),
};

const moduleOf = ({ path }: SourceFile) => /^apps\/server\/src\/modules\/([^/]+\/[^/]+)\//.exec(path)?.[1];

const modulesAreOrdered: Check = {
  name: 'modules-are-ordered',
  run: ({ files }) =>
    [...new Set(files.flatMap((file) => moduleOf(file) ?? []))]
      .filter((place) => !moduleOrder.some((known) => `${areaOf(known)}/${known}` === place))
      .map((place) => ({
        path: `apps/server/src/modules/${place}`,
        message: 'Give the module its place in tools/src/module-order.ts.',
      })),
};

export const codeChecks: readonly Check[] = [
  namedAfterTheThing,
  noMachinePaths,
  noSkippedTests,
  testsExpect,
  noMockedOwnModules,
  noBareJsonParse,
  noShell,
  noHiddenImport,
  noMapByServices,
  noCastToNever,
  storedInputHasSchema,
  suppressionsSayWhy,
  threeWeights,
  modulesAreOrdered,
];
