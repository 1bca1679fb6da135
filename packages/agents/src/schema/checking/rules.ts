import { combinations } from './combinations.ts';
import type { SchemaObject } from './keywords.ts';
import { lists } from './lists.ts';
import { objects } from './objects.ts';
import { referred } from './referred.ts';
import type { Rule } from './rule.ts';
import { scalars } from './scalars.ts';
import { unevaluated } from './unevaluated.ts';

/** All keywords, in the order in which they depend on each other. */
const rules: readonly Rule[] = [referred, ...scalars, ...objects, ...lists, ...combinations, unevaluated];

/** Returns the rules for the keywords of a schema. */
export const rulesFor = (schema: SchemaObject): Rule[] =>
  rules.filter(({ words }) => words.some((word) => Object.hasOwn(schema, word)));

/** The rules that count beside a reference in older drafts: none. */
export const rulesOfReferences: readonly Rule[] = [referred];
