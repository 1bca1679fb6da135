/** Licences that a dependency of the product may have. */
const allowed = new Set([
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'ISC',
  'MPL-2.0',
  'BlueOak-1.0.0',
  // A font licence: free to use and embed, but a font may not be sold alone, and a changed font must have another name.
  'Bitstream-Vera',
  'CC0-1.0',
  'Unlicense',
  'Python-2.0',
  'PostgreSQL',
  'Zlib',
]);

const tokensOf = (expression: string) => expression.match(/\(|\)|[^\s()]+/g) ?? [];

/**
 * Judges an SPDX expression: AND needs both sides, OR one of them, parentheses group, and AND binds more tightly.
 * Anything but a plain identifier from the list is refused.
 */
export const isLicenceAllowed = (expression: string): boolean => {
  const tokens = tokensOf(expression);
  let at = 0;
  const one = (): boolean => {
    const token = tokens[at++];
    if (token !== '(') return token !== undefined && allowed.has(token);
    const inner = either();
    return tokens[at++] === ')' && inner;
  };
  const both = (): boolean => {
    let verdict = one();
    while (tokens[at] === 'AND') {
      at++;
      verdict = one() && verdict;
    }
    return verdict;
  };
  const either = (): boolean => {
    let verdict = both();
    while (tokens[at] === 'OR') {
      at++;
      verdict = both() || verdict;
    }
    return verdict;
  };
  const verdict = either();
  return verdict && at === tokens.length;
};
