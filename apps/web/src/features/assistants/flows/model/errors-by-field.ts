import type { FlowProblem } from '@atelier/contracts/assistants/flows/flow-shapes';

/** The messages of the problems that belong to a field of a form, by its name. */
export const errorsByField = (problems: readonly FlowProblem[]): Record<string, string> =>
  Object.fromEntries(
    problems.flatMap(({ field, message }) => (field === undefined ? [] : [[field, message] as const])),
  );
