import type { RecordInput } from '@atelier/contracts/assistants/workers/record-shapes';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { RecordOrder } from './record-order.ts';

type Given = Pick<
  RecordOrder,
  | 'instructions'
  | 'input'
  | 'sourceText'
  | 'parsedSource'
  | 'date'
  | 'time'
  | 'workerName'
  | 'inputKind'
  | 'name'
>;

const textOfInput = (input: RecordInput): string => {
  if (typeof input === 'string') return input;
  if ('query' in input) return input.query;
  return input.text ?? '';
};

const between = (title: string, text: string): string =>
  `${title}, between the two lines:\n----------\n${text}\n----------`;

/** True for a question of an app, whose source is the conversation before it. */
const isQuestion = (input: RecordInput): boolean => typeof input === 'object' && 'query' in input;

const titleOfSource = (input: RecordInput): string => {
  if (isQuestion(input)) return 'The conversation so far';
  return typeof input === 'object' && 'file' in input ? `The document “${input.file.name}”` : 'The document';
};

/** Returns the task of an agent or a crew: what the worker is told, the input, and the date and the time. */
export const taskTextOf = ({ instructions, input, sourceText, date, time }: Given, comment: string): string =>
  [
    instructions,
    textOfInput(input),
    sourceText === '' ? '' : between(titleOfSource(input), sourceText),
    comment === '' ? '' : `The result was looked at. Do the work again, with this in mind: ${comment}`,
    `Date: ${date}. Time: ${time} (UTC).`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');

/** Returns the input of a flow, without the files. */
export const inputValueOf = (order: Given, comment: string): Record<string, JsonValue> => ({
  input: order.input as JsonValue,
  text: order.sourceText === '' || isQuestion(order.input) ? textOfInput(order.input) : order.sourceText,
  conversation: isQuestion(order.input) ? order.sourceText : '',
  source: order.parsedSource,
  instructions: order.instructions,
  comment,
  currentDate: order.date,
  currentTime: order.time,
  worker: order.workerName,
  record: order.name,
  kind: order.inputKind,
});
