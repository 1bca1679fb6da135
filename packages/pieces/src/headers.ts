import type { FieldValues } from '@atelier/contracts/fields/fields';
import { refuse } from './refuse.ts';
import { showValue } from './values.ts';

/** Names and values as RFC 9110 permits them; a line break in a value would begin another header. */
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
const headerValue = /^[\t\x20-\x7e\x80-\xff]{0,8000}$/;
/** Headers that belong to the connection, not to the message. */
const ofConnection = [
  'connection',
  'content-length',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/**
 * Checks the headers of a request or a response and returns them with names in lower case. Throws PieceError
 * `pieces.invalid_input`.
 */
export const readHeaders = (
  values: FieldValues,
  reserved: readonly string[] = [],
): Record<string, string> => {
  const refused = new Set([...ofConnection, ...reserved]);
  const headers = Object.entries(values).map(([name, value]): [string, string] => {
    const text = showValue(value);
    if (!headerName.test(name)) refuse(`“${name.slice(0, 60)}” is no name of a header. Please correct it.`);
    if (!headerValue.test(text))
      refuse(`The value of the header “${name}” contains characters that a header may not have.`);
    if (refused.has(name.toLowerCase()))
      refuse(`The header “${name}” cannot be set by a flow. Please remove it.`);
    return [name.toLowerCase(), text];
  });
  return Object.fromEntries(headers);
};
