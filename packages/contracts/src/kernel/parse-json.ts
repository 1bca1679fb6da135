import { JsonProblem, JsonReading } from './json-reading.ts';
import { isQuickToParse } from './measure-json.ts';
import { hasLongNumber } from './parse-measures.ts';

export { JsonProblem };

const read = (text: string): unknown => {
  const reading = new JsonReading(text);
  reading.advance();
  return reading.value;
};

/**
 * Reads JSON of any sender, and keeps the digits of all numbers: one that a double cannot hold becomes an ExactNumber. The value still
 * has to be validated by a schema. Throws JsonProblem, which says what is wrong and where.
 */
export const readJson = (text: string): unknown => {
  if (hasLongNumber(text)) return read(text);
  try {
    return JSON.parse(text);
  } catch {
    // The reading finds the position. What only the parser of the runtime refuses cannot be, but must not pass.
    read(text);
    throw new JsonProblem('The text is not JSON.', 0);
  }
};

/** As `readJson`; undefined when the text is not valid. */
export const parseJson = (text: string): unknown => {
  try {
    // Nobody asks where the text breaks off, so that it is read once.
    return hasLongNumber(text) ? read(text) : JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** As `parseJson`, for what models and services write; undefined as well when parsing it would keep other requests waiting. */
export const parseForeignJson = (text: string): unknown =>
  isQuickToParse(text) ? parseJson(text) : undefined;

/** Names a position in a text for people: its line and its column. */
export const lineAt = (text: string, at: number): { line: number; column: number } => {
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  return { line, column: at - before.lastIndexOf('\n') };
};
