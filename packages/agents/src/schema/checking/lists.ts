import { canonical } from './canonical.ts';
import { type Application, type Checking, numberIn, type Rule } from './rule.ts';
import { within } from './verdict.ts';

/** The steps of writing one letter of an item. */
const stepsOfLetter = 15;

const checkCount = (checking: Checking, application: Application): void => {
  const { schema, spot, verdict } = application;
  const items = spot.value as unknown[];
  const [least, most] = ['minItems', 'maxItems'].map((word) => numberIn(checking, application, word));
  if (least !== undefined && items.length < least)
    verdict.refuse(spot, `it must have at least ${least} items.`);
  if (most !== undefined && items.length > most) verdict.refuse(spot, `it must have at most ${most} items.`);
  if (checking.word(schema, 'uniqueItems') !== true) return;
  const written = new Set<string>();
  for (const item of items) {
    const text = canonical(item);
    if (!checking.spend(stepsOfLetter * text.length)) return verdict.doubt();
    written.add(text);
  }
  if (written.size < items.length) verdict.refuse(spot, 'its items must differ from each other.');
};

/** Returns the schemas of the first items, each its own, and that of the others. */
const readItemSchemas = (checking: Checking, { schema, verdict }: Application) => {
  const items = checking.word(schema, 'items');
  // Drafts before 2020-12 write the schemas of the first items there.
  if (Array.isArray(items))
    return { first: items as unknown[], others: checking.word(schema, 'additionalItems') };
  const first = checking.word(schema, 'prefixItems');
  if (first !== undefined && !Array.isArray(first)) verdict.doubt();
  return { first: Array.isArray(first) ? (first as unknown[]) : [], others: items };
};

const checkItems = (checking: Checking, application: Application): void => {
  const { spot, verdict } = application;
  const items = spot.value as unknown[];
  const { first, others } = readItemSchemas(checking, application);
  for (const [at, item] of items.entries()) {
    const schema = at < first.length ? first[at] : others;
    if (schema === undefined || verdict.isFull) return;
    if (checking.references.needsNotes) verdict.note(String(at));
    verdict.join(checking.apply(schema, within(spot, at, item)), false);
  }
};

const checkContained = (checking: Checking, application: Application): void => {
  const { schema, spot, verdict } = application;
  const wanted = checking.word(schema, 'contains');
  if (wanted === undefined) return;
  const counts = { sure: 0, possible: 0 };
  for (const [at, item] of (spot.value as unknown[]).entries()) {
    const found = checking.apply(wanted, within(spot, at, item));
    if (!found.fits) continue;
    counts.possible += 1;
    if (found.isSure) counts.sure += 1;
    if (checking.draft >= 2020) verdict.note(String(at));
  }
  const least = numberIn(checking, application, 'minContains') ?? 1;
  const most = numberIn(checking, application, 'maxContains') ?? Number.POSITIVE_INFINITY;
  if (counts.possible < least) verdict.refuse(spot, 'it has too few items of the form that it must contain.');
  else if (counts.sure > most)
    verdict.refuse(spot, 'it has too many items of the form that it must contain.');
  else if (counts.sure < least || counts.possible > most) verdict.doubt();
};

/** The keywords about lists. */
export const lists: readonly Rule[] = [
  { words: ['minItems', 'maxItems', 'uniqueItems'], about: 'lists', apply: checkCount },
  { words: ['prefixItems', 'items', 'additionalItems'], about: 'lists', apply: checkItems },
  { words: ['contains'], about: 'lists', apply: checkContained },
];
