import { recordEndings } from '@atelier/contracts/assistants/workers/record-shapes';
import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import { z } from 'zod';
import type { RunCause } from '../../../../kernel/runs/index.ts';
import type { Result } from './run-target.ts';

/** Returns what a person wrote in the place of a result. A result with fields keeps having fields; undefined when the text has none. */
export const correctedResult = (data: JsonValue, text: string): Result | undefined => {
  if (!isObject(data)) return { text, data: null };
  const fields = parseJson(text) as JsonValue | undefined;
  return fields !== undefined && isObject(fields) ? { text, data: fields } : undefined;
};

/** A person's decision about a result. */
export const Decision = z.object({
  action: z.enum(['APPROVE', 'REJECT', 'REDO']),
  /** The text in the place of the result; null leaves it as it is. */
  output: z.string().nullable(),
  comment: z.string(),
  by: z.string(),
});
export type Decision = z.infer<typeof Decision>;

/** Why a record that a person rejected has no result that counts. */
export const rejectedCause: RunCause = {
  code: recordEndings.rejected,
  message: 'A person rejected the result.',
};

/** The name of the signal that brings the decision about the result of a round. */
export const decisionEntryFor = (round: number): string => `decision-${round}`;

/** The name of the activity of a round in which a person decides. */
export const approvalEntryFor = (round: number): string => `approval-${round}`;
