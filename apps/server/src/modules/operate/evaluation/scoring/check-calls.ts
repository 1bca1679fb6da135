import { hasText } from '@atelier/contracts/fields/find-text';
import type { ExpectedCall, MadeCall } from '@atelier/contracts/operate/evaluation/subject';

const isMade = ({ tool, contains }: ExpectedCall, calls: readonly MadeCall[]): boolean =>
  calls.some((call) => call.tool === tool && hasText(call.input.toLowerCase(), contains.toLowerCase()));

/** Returns for each expectation whether the calls meet it. */
export const checkCalls = (expected: readonly ExpectedCall[], calls: readonly MadeCall[]): boolean[] =>
  expected.map((each) => isMade(each, calls) === (each.rule === 'CALLED'));

/** Lowers the accuracy of an answer by the part of the expected calls that were missed. */
export const withCalls = (
  accuracy: number,
  expected: readonly ExpectedCall[],
  calls: readonly MadeCall[],
): number => {
  if (expected.length === 0) return accuracy;
  const met = checkCalls(expected, calls).filter(Boolean).length;
  return Math.round((accuracy * met) / expected.length);
};
