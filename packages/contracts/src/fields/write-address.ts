/** A value that stands between the fixed texts of an address: as it is, or encoded already. */
export type AddressValue = { value: string } | { encoded: string };

/** Why a value cannot stand where it does in an address. The message is for people. */
export class AddressError extends Error {}

const percentEncoded = (letter: string): string =>
  `%${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;

/** Encodes all but the letters that RFC 3986 reserves for nothing, so that a value stays in its part of an address. */
export const encodePart = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(/[!'()*]/g, percentEncoded);

/**
 * Encodes a value that may contain reserved letters of addresses and letters that are encoded already (RFC 6570, section 3.2.3), except those
 * that would end its part of the address.
 */
export const encodeReserved = (text: string, ending: string): string =>
  text
    .split(/(%[0-9A-Fa-f]{2}|[:/?#[\]@!$&'()*+,;=])/)
    .map((part, at) => (at % 2 === 0 || ending.includes(part) ? encodePart(part) : part))
    .join('');

/** True when a path leads to a folder above. Browsers and servers also read “\” and encoded dots so. */
export const climbs = (path: string): boolean => /(?:^|[/\\])(?:\.|%2e){1,2}(?:[/\\]|$)/i.test(path);

const wholeAddress = /^https?:\/\//i;
const siteOnly = /^https?:\/\/[^/?#\\]*$/i;
/** Characters that would end the name of a site, or make a user name of it. */
const endsSite = /[/?#\\@\s]/;

/** Returns the value as it stands behind this beginning of the address. */
const writtenAfter = (before: string, value: string, after: string): string => {
  if (before.trim() === '') return value;
  if (siteOnly.test(before)) {
    const isWholeSite = before.endsWith('://') && /^(?:[/?#]|$)/.test(after);
    if (isWholeSite || !endsSite.test(value)) return value;
    throw new AddressError(
      `“${value.slice(0, 60)}” cannot be a part of the name of a site. Please check the address.`,
    );
  }
  return encodePart(value);
};

/** The path of an address without its site; the whole text where it has none. */
const toUrlPath = (address: string): string => {
  const end = /[?#]/.exec(address)?.index ?? address.length;
  return address.slice(0, end).replace(wholeAddress, '');
};

/**
 * Puts an address together. A value at its beginning stays as it is, because it is an address or the beginning of one. Every other value is
 * encoded, so that it stays in its segment of the path, in its parameter or in its fragment. Throws AddressError for a value that would
 * change the site or lead to a folder above.
 */
export const writeAddress = (parts: readonly (string | AddressValue)[]): string => {
  let address = '';
  /** The address with harmless values, which shows whether the template itself leads above. */
  let fixed = '';
  for (const [at, part] of parts.entries()) {
    if (typeof part === 'string') {
      address += part;
      fixed += part;
      continue;
    }
    const isBeginning = address.trim() === '';
    const next = parts[at + 1];
    const after = typeof next === 'string' ? next : '';
    const written = 'encoded' in part ? part.encoded : writtenAfter(address, part.value, after);
    address += written;
    fixed += isBeginning ? written : 'x';
  }
  if (climbs(toUrlPath(address)) && !climbs(toUrlPath(fixed)))
    throw new AddressError('A value in the address must not be “.” or “..”, nor form them. Please check it.');
  return address;
};
