import { isSchemaObject } from './keywords.ts';
import type { Application, Checking, Rule } from './rule.ts';
import { within } from './verdict.ts';

const applyUnevaluated = (checking: Checking, { schema, spot, verdict }: Application): void => {
  const { value } = spot;
  const isList = Array.isArray(value);
  const others = checking.word(schema, isList ? 'unevaluatedItems' : 'unevaluatedProperties');
  if (others === undefined || (!isList && !isSchemaObject(value))) return;
  // A part that could not be applied might have said something about each of them.
  if (!verdict.isSure) return;
  for (const [name, inner] of Object.entries(value)) {
    if (verdict.hasSeen(name)) continue;
    verdict.note(name);
    if (others === false) verdict.refuse(within(spot, name, inner), 'this is not known.');
    else verdict.join(checking.apply(others, within(spot, name, inner)), false);
  }
};

/** The keywords about what no other keyword says anything about. */
export const unevaluated: Rule = {
  words: ['unevaluatedItems', 'unevaluatedProperties'],
  apply: applyUnevaluated,
};
