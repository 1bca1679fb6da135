import { readClaims } from '../read-claims.ts';
import { type Check, type Finding, isTest, lineAt, type SourceFile, type SourceTree } from './source-tree.ts';

/** What a test claims about a requirement has to stand in the test: these checks find claims that the product itself makes true. */

const isProof = ({ path }: SourceFile): boolean => /^(?:apps|packages|e2e)\//.test(path) && isTest(path);
const requirementsPath = 'docs/requirements.md';

const importLine = /^import (?:type )?\{([^}]*)\} from '([^']+)';$/gm;
/** Where tests keep tables of their own. */
const isOfTests = (from: string): boolean => /(?:^|\/)(?:tests|fakes|hostile|samples)\//.test(from);

/** Returns the names that a test imports from the product. */
const namesOfProduct = (text: string): Set<string> => {
  const names = [...text.matchAll(importLine)]
    .filter(([, , from = '']) => (from.startsWith('@atelier/') || from.startsWith('.')) && !isOfTests(from))
    .flatMap(([, list = '']) => list.split(','))
    .map((name) => name.trim().split(' as ').at(-1) ?? '');
  return new Set(names.filter((name) => name !== ''));
};

const table = /\b(?:it|test|describe)\.(?:each|for)\(\s*(?:Object\.\w+\(\s*|\[\s*\.\.\.)?(\w+)/g;
/** How far behind the table of a test its tags stand at most. */
const furthestTags = 400;
const tags = /\btags?: \[\s*'@?[A-Z]{2,}-\d/;

/** A test may go through a list of the product that it has compared with a list of its own before. */
const isCompared = (text: string, name: string): boolean =>
  new RegExp(`expect\\((?:\\[\\.\\.\\.)?${name}\\b[^;]{0,80}\\)\\.toEqual\\(\\[`).test(text);

const tablesOfProduct = (file: SourceFile): Finding[] => {
  const names = namesOfProduct(file.text);
  return [...file.text.matchAll(table)]
    .filter(([, name = '']) => names.has(name) && !isCompared(file.text, name))
    .filter(({ index }) => tags.test(file.text.slice(index, index + furthestTags)))
    .map(({ index, 1: name }) => ({
      path: file.path,
      line: lineAt(file.text, index),
      message: `A requirement is proven for each of \`${name}\`, which the product could shorten. Write the list into the test.`,
    }));
};

const requirementLine = /^- `([A-Z]{2,}-\d+)` (.*)$/gm;
const exactText = /`"([^`]+)"`/g;
/** A part of a text that stands for something else, such as `<kind>` or `{code}`. */
const blank = /<[^>]*>|\{[^}]*\}/;

/** A value that a requirement names, such as `planDetails.planType`, whose parts may stand apart; `_N` stands for numbers. */
const namedValue = /`([A-Za-z][\w.]*)`/g;
/** Sentences that leave a choice, and calls, which have tables of their own (`documented-calls.test.ts`). */
const namesNoValues = /^(?:\((?:OPEN|CONFLICT|EXTERNAL)\)|Call on)/;

const namedValues = (sentence: string): string[] =>
  namesNoValues.test(sentence)
    ? []
    : [...sentence.matchAll(namedValue)].flatMap(([, value = '']) => value.replace(/_N$/, '_').split('.'));

/** Returns the texts that each requirement quotes, in the parts between their blanks, and the values that it names. */
const quotedTexts = (requirements: string): [id: string, texts: string[]][] =>
  [...requirements.matchAll(requirementLine)].map(([, id = '', sentence = '']) => [
    id,
    [
      ...[...sentence.matchAll(exactText)].flatMap(([, text = '']) =>
        text.split(blank).filter((part) => /\w/.test(part)),
      ),
      ...namedValues(sentence.replace(/\(source:[^)]*\)$/, '')),
    ],
  ]);

const claimantsOf = (tree: SourceTree): Map<string, SourceFile[]> => {
  const claimants = new Map<string, SourceFile[]>();
  for (const file of tree.files.filter(isProof))
    for (const id of new Set(readClaims(file.path, file.text).flatMap(({ ids }) => ids)))
      claimants.set(id, [...(claimants.get(id) ?? []), file]);
  return claimants;
};

/** Quotes that the documents give two forms of, of which one was decided on (docs/decisions.md). */
const decidedOtherwise = new Set(['IMPORT-10: Unknown Status']);

const missingTexts = (tree: SourceTree): Finding[] => {
  const requirements = tree.files.find(({ path }) => path === requirementsPath)?.text ?? '';
  const claimants = claimantsOf(tree);
  return quotedTexts(requirements).flatMap(([id, texts]) => {
    const files = claimants.get(id);
    if (files === undefined) return [];
    const missing = texts.filter(
      (text) => !decidedOtherwise.has(`${id}: ${text}`) && !files.some((file) => file.text.includes(text)),
    );
    const [{ path } = { path: requirementsPath }] = files;
    return missing.map((text) => ({
      path,
      message: `${id} says “${text}”, which stands in no test file that claims it.`,
    }));
  });
};

const isKit = ({ path }: SourceFile): boolean => path.startsWith('apps/web/src/ui/');

/** Requirements that speak of a part itself. Nothing that a user meets would prove them better. */
const aboutParts = new Map([
  ['APP-41', 'the contrast of every colour of a theme is computed from its style sheet'],
  ['UI-05', 'no toast of the product has a link “now”; the part offers it'],
  ['UI-04', 'no screen gives an error a time of its own; the part offers it'],
  ['ROUTE-69', 'it decides words, which ROUTE-67 and ROUTE-68 prove on screens'],
]);

const provenByKit = (tree: SourceTree): Finding[] =>
  [...claimantsOf(tree)]
    .filter(([id, files]) => files.every(isKit) && !aboutParts.has(id))
    .map(([id, [file]]) => ({
      path: file?.path ?? requirementsPath,
      message: `${id} is proven by a part of the kit alone. A test that begins at a route has to claim it.`,
    }));

export const proofChecks: readonly Check[] = [
  {
    name: 'proofs-have-own-lists',
    run: ({ files }) => files.filter(isProof).flatMap(tablesOfProduct),
  },
  { name: 'proofs-have-quoted-texts', run: missingTexts },
  { name: 'proofs-begin-at-a-screen', run: provenByKit },
];
