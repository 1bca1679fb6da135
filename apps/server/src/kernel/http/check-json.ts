import { AppError } from '../base/errors.ts';

/** More values than anything that a form, a filter or a list of ids says. */
export const mostValues = 10_000;
/** The same where everybody on the internet may send: a question, its history, a form. */
export const mostPublicValues = 1500;
/** Deeper than whoever walks a value by calling itself may go. */
const mostDepth = 100;

const [quote, backslash] = [34, 92];
/** What a letter adds to the values and to the depth: a comma begins a value, a bracket opens or closes. */
const [valueOf, depthOf] = [new Int8Array(128), new Int8Array(128)];
for (const sign of ',[{') valueOf[sign.charCodeAt(0)] = 1;
for (const sign of '[{') depthOf[sign.charCodeAt(0)] = 1;
for (const sign of ']}') depthOf[sign.charCodeAt(0)] = -1;

/** Where a string that begins at `from` ends; the text's end where it does not. */
const endOfString = (json: string, from: number): number => {
  for (let at = json.indexOf('"', from + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let first = at;
    while (json.charCodeAt(first - 1) === backslash) first -= 1;
    if ((at - first) % 2 === 0) return at;
  }
  return json.length;
};

/**
 * Refuses JSON of so many values, or so deep, that making objects of it would keep others waiting; what is one long text
 * passes. Reads each letter once and makes nothing. Throws `request.too_complex`.
 */
export const checkJson = (json: string, most = mostValues): void => {
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
