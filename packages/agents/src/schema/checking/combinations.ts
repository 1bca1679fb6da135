import type { Application, Checking, Rule } from './rule.ts';
import type { Verdict } from './verdict.ts';

/** Applies each schema of a list; undefined where there is no list. */
const applyEach = (
  checking: Checking,
  { schema, spot, verdict }: Application,
  keyword: string,
): Verdict[] | undefined => {
  const schemas = checking.word(schema, keyword);
  if (schemas === undefined) return undefined;
  if (!Array.isArray(schemas) || schemas.length === 0) {
    verdict.doubt();
    return undefined;
  }
  return schemas.map((each) => checking.apply(each, spot));
};

/** Tells the problems of the form that a value comes closest to. */
const refuseAll = ({ spot, verdict }: Application, found: readonly Verdict[]): void => {
  verdict.refuse(spot, 'it fits none of the forms that are allowed here.');
  const [closest] = found.toSorted((one, other) => one.problems.length - other.problems.length);
  if (closest) verdict.join(closest, false);
};

const checkAny = (checking: Checking, application: Application): void => {
  const found = applyEach(checking, application, 'anyOf');
  if (!found) return;
  const fitting = found.filter(({ fits }) => fits);
  if (fitting.length === 0) return refuseAll(application, found);
  for (const each of fitting) application.verdict.see(each);
  if (!fitting.some(({ isSure }) => isSure)) application.verdict.doubt();
};

const checkOne = (checking: Checking, application: Application): void => {
  const { spot, verdict } = application;
  const found = applyEach(checking, application, 'oneOf');
  if (!found) return;
  const fitting = found.filter(({ fits }) => fits);
  const sure = fitting.filter(({ isSure }) => isSure);
  if (fitting.length === 0) return refuseAll(application, found);
  if (sure.length > 1)
    verdict.refuse(spot, `it fits ${sure.length} of the forms of which it may fit only one.`);
  for (const each of fitting) verdict.see(each);
  if (sure.length !== fitting.length) verdict.doubt();
};

const checkAll = (checking: Checking, application: Application): void => {
  for (const each of applyEach(checking, application, 'allOf') ?? []) application.verdict.join(each, true);
};

const checkNot = (checking: Checking, { schema, spot, verdict }: Application): void => {
  const refused = checking.word(schema, 'not');
  if (refused === undefined) return;
  const found = checking.apply(refused, spot);
  if (found.surelyFits) verdict.refuse(spot, 'it has a form that is not allowed here.');
  else if (found.fits) verdict.doubt();
};

const checkCondition = (checking: Checking, { schema, spot, verdict }: Application): void => {
  const condition = checking.word(schema, 'if');
  if (condition === undefined) return;
  const found = checking.apply(condition, spot);
  if (found.fits && !found.isSure) return verdict.doubt();
  if (found.fits) verdict.see(found);
  const next = checking.word(schema, found.fits ? 'then' : 'else');
  if (next !== undefined) verdict.join(checking.apply(next, spot), true);
};

/** The keywords that combine schemas. */
export const combinations: readonly Rule[] = [
  { words: ['allOf'], apply: checkAll },
  { words: ['anyOf'], apply: checkAny },
  { words: ['oneOf'], apply: checkOne },
  { words: ['not'], apply: checkNot },
  { words: ['if'], apply: checkCondition },
];
