import type { RecordInput, WorkerRecord } from '@atelier/contracts/assistants/workers/record-shapes';
import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import { parseJson } from '@atelier/contracts/kernel/parse-json';

/** The text of an input; empty for a file without one. */
export const textOfInput = (input: RecordInput): string => {
  if (typeof input === 'string') return input;
  return 'query' in input ? input.query : (input.text ?? '');
};

/** The result of a record. Its fields come in the order in which they were written, which the stored data does not keep. */
export const readResult = ({ outputData, outputText }: WorkerRecord): JsonValue => {
  if (!isObject(outputData)) return outputText;
  const written = parseJson(outputText) as JsonValue | undefined;
  return written !== undefined && isObject(written) ? written : outputData;
};
