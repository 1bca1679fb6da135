import { compileValue } from './compile-value.ts';
import { Computation, quickLimits, type Scope } from './computation.ts';
import { ExpressionError } from './expression-error.ts';
import { listReferences } from './references.ts';
import { toText } from './values.ts';

/**
 * Returns the value by which a limit counts. A key that cannot be computed at once counts as empty, so that nothing is lost: it is computed
 * while a run starts, and nobody may be kept waiting.
 */
export const valueOfKey = (key: string, scope: Scope): string => {
  if (key === '') return '';
  try {
    const value = compileValue(key)(scope, quickLimits);
    return value === null ? 'null' : toText(value, new Computation(scope));
  } catch (error) {
    if (error instanceof ExpressionError) return '';
    throw error;
  }
};

/** Returns what is wrong with a key, in whole sentences. `names` matches the names that it may read, and `rule` says so. */
export const problemOfKey = (
  key: string,
  { names, rule }: { names: RegExp; rule: string },
): string | undefined => {
  try {
    compileValue(key);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return `The key “${key}” cannot be read. ${error.message}`;
  }
  const other = listReferences(key).find(({ name }) => !names.test(name));
  return other && `${rule} “${other.name}” cannot be read there.`;
};
