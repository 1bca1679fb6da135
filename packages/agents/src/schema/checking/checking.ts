import { type Draft, detectDraft } from './draft.ts';
import { isSchemaObject, type SchemaObject } from './keywords.ts';
import { estimateStates, type Pattern, readPattern } from './pattern.ts';
import { References } from './references.ts';
import type { Checking, Rule } from './rule.ts';
import { rulesFor, rulesOfReferences } from './rules.ts';
import { type Spot, Verdict } from './verdict.ts';

/** The most steps of one check, about a fifth of a second, and the deepest nesting of schemas that are applied to a value. */
const mostSteps = 20_000_000;
const mostDepth = 200;

/** The first draft that knows a keyword. */
const since = new Map<string, Draft>([
  ...(['const', 'contains', 'propertyNames'] as const).map((word) => [word, 6] as const),
  ...(['if', 'then', 'else'] as const).map((word) => [word, 7] as const),
  ...(['dependentRequired', 'dependentSchemas', 'minContains', 'maxContains'] as const).map(
    (word) => [word, 2019] as const,
  ),
  ...(['unevaluatedItems', 'unevaluatedProperties', '$recursiveRef'] as const).map(
    (word) => [word, 2019] as const,
  ),
  ...(['prefixItems', '$dynamicRef'] as const).map((word) => [word, 2020] as const),
]);

/** The steps of applying a schema, whatever it says. */
const stepsOfSchema = 60;
/** The steps of reading one state of a pattern. */
const stepsOfState = 150;

const detectValueKind = (value: unknown): Rule['about'] => {
  if (typeof value === 'string') return 'texts';
  if (typeof value === 'number' || typeof value === 'bigint') return 'numbers';
  if (Array.isArray(value)) return 'lists';
  return typeof value === 'object' && value !== null ? 'objects' : undefined;
};

/** Applies one schema, in its own draft. Nothing that is wrong with the schema is thrown: what cannot be applied leaves a doubt. */
export class SchemaChecking implements Checking {
  readonly draft: Draft;
  readonly references: References;
  readonly #root: unknown;
  readonly #rules = new Map<SchemaObject, readonly Rule[]>();
  readonly #patterns = new Map<string, Pattern | undefined>();
  #left = mostSteps;

  constructor(schema: unknown) {
    this.draft = detectDraft(schema);
    this.references = new References(schema, this.draft);
    this.#root = schema;
  }

  check(value: unknown): Verdict {
    return this.apply(this.#root, { value, way: '', entered: [], depth: 0 });
  }

  word(schema: SchemaObject, keyword: string): unknown {
    if (!Object.hasOwn(schema, keyword)) return undefined;
    return this.draft < (since.get(keyword) ?? 4) ? undefined : schema[keyword];
  }

  spend(steps: number): boolean {
    this.#left -= steps;
    return this.#left > 0;
  }

  fitsPattern(pattern: string, text: string): boolean | undefined {
    const read = this.#pattern(pattern);
    return read && this.spend(stepsOfSchema + read.cost * (text.length + 1)) ? read.test(text) : undefined;
  }

  apply(schema: unknown, spot: Spot): Verdict {
    const verdict = new Verdict();
    if (schema === false) verdict.refuse(spot, 'nothing is allowed here.');
    if (!isSchemaObject(schema)) {
      if (typeof schema !== 'boolean') verdict.doubt();
      return verdict;
    }
    if (spot.depth > mostDepth || !this.spend(stepsOfSchema)) {
      verdict.doubt();
      return verdict;
    }
    const base = this.references.baseUriFor(schema);
    const { value, way } = spot;
    const entered = spot.entered.at(-1) === base ? spot.entered : [...spot.entered, base];
    const application = { schema, spot: { value, way, entered, depth: spot.depth + 1 }, verdict };
    const kind = detectValueKind(value);
    for (const rule of this.#rulesFor(schema))
      if (rule.about === undefined || rule.about === kind) rule.apply(this, application);
    return verdict;
  }

  #rulesFor(schema: SchemaObject): readonly Rule[] {
    const known = this.#rules.get(schema);
    if (known) return known;
    const isReference = this.draft <= 7 && typeof schema['$ref'] === 'string';
    const rules = isReference ? rulesOfReferences : rulesFor(schema);
    this.#rules.set(schema, rules);
    return rules;
  }

  #pattern(text: string): Pattern | undefined {
    if (!this.#patterns.has(text)) {
      const isAffordable = this.spend(stepsOfState * estimateStates(text));
      const read = isAffordable ? readPattern(text) : undefined;
      this.#patterns.set(text, read && 'test' in read ? read : undefined);
    }
    return this.#patterns.get(text);
  }
}
