import type { Application, Checking, Rule } from './rule.ts';

const follow = (
  { references }: Checking,
  { schema, spot }: Application,
  word: string,
): { schema: unknown } | undefined => {
  const reference = schema[word];
  if (typeof reference !== 'string') return undefined;
  if (word === '$dynamicRef') return references.findDynamic(reference, schema, spot.entered);
  if (word === '$recursiveRef') return references.findRecursive(schema, spot.entered);
  return references.find(reference, schema);
};

const applyReferred = (checking: Checking, application: Application): void => {
  const { schema, spot, verdict } = application;
  for (const word of ['$ref', '$dynamicRef', '$recursiveRef']) {
    if (checking.word(schema, word) === undefined) continue;
    if (word === '$recursiveRef' && checking.draft !== 2019) continue;
    const target = follow(checking, application, word);
    if (target) verdict.join(checking.apply(target.schema, spot), true);
    else verdict.doubt();
  }
};

/** The keywords that lead to another schema. */
export const referred: Rule = { words: ['$ref', '$dynamicRef', '$recursiveRef'], apply: applyReferred };
