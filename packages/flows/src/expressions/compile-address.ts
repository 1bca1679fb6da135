import { AddressError, writeAddress } from '@atelier/contracts/fields/write-address';
import { compile } from './compile.ts';
import { ExpressionError } from './expression-error.ts';
import type { Compute } from './operators.ts';
import type { Template } from './template.ts';
import { toText } from './values.ts';

/** The most characters that the values of an address have together. */
const longestValues = 16_000;

const written = (texts: readonly string[], values: readonly string[]): string => {
  const [first = '', ...others] = texts;
  try {
    return writeAddress([first, ...others.flatMap((text, at) => [{ value: values[at] ?? '' }, text])]);
  } catch (error) {
    if (error instanceof AddressError) throw new ExpressionError(error.message);
    throw error;
  }
};

/** The sign before each value, with which the value is a text wherever it is computed. */
const sign = '=';

/** Compiles an address, in which each value is encoded by where it stands. */
export const compileAddress = (
  source: string,
  { texts, parts }: Template,
  place: (text: string, compute: Compute) => Compute,
): Compute => {
  const computes = parts.map(({ node, start, end }) => {
    const compute = compile(node);
    return place(sign + source.slice(start, end), (computation) => {
      const text = toText(compute(computation), computation);
      computation.spendText(text.length);
      return sign + text;
    });
  });
  return (computation) => {
    const values = computes.map((compute) => toText(compute(computation), computation).slice(sign.length));
    if (values.reduce((sum, { length }) => sum + length, 0) > longestValues)
      throw new ExpressionError(
        'With its values, the address would have more than 16,000 characters. Please send them in the body.',
      );
    return written(texts, values);
  };
};
