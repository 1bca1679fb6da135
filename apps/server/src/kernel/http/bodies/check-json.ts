import { AppError } from '../../base/errors.ts';

/** The most values in the JSON of a request: more than any form, filter or list of ids needs. */
export const mostValues = 10_000;
/** The most values for endpoints without sign-in: enough for a question, its history or a form. */
export const mostPublicValues = 1500;
/** The deepest nesting: recursive functions that walk the value must not overflow the stack. */
const usualDepth = 100;

const [quote, backslash] = [34, 92];
/**
 * The change of the number of values and of the depth that each character causes: a comma starts a value, a bracket opens or closes a
 * level.
 */
const [valueOf, depthOf] = [new Int8Array(128), new Int8Array(128)];
for (const sign of ',[{') valueOf[sign.charCodeAt(0)] = 1;
for (const sign of '[{') depthOf[sign.charCodeAt(0)] = 1;
for (const sign of ']}') depthOf[sign.charCodeAt(0)] = -1;

/** Returns where the string that begins at `from` ends; the end of the text when it is not closed. */
const endOfString = (json: string, from: number): number => {
  for (let at = json.indexOf('"', from + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let first = at;
    while (json.charCodeAt(first - 1) === backslash) first -= 1;
    if ((at - first) % 2 === 0) return at;
  }
  return json.length;
};

/**
 * Refuses JSON with so many values, or nested so deep, that parsing it would block other requests. One long text passes. Reads each letter
 * once and allocates nothing. Throws `request.too_complex`.
 */
export const checkJson = (json: string, most = mostValues, mostDepth = usualDepth): void => {
  let values = 1;
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const letter = json.charCodeAt(at);
    if (letter === quote) at = endOfString(json, at);
    values += valueOf[letter] ?? 0;
    depth += depthOf[letter] ?? 0;
    if (values > most || depth > mostDepth)
      throw new AppError('request.too_complex', { mostValues: most, mostDepth });
  }
};
