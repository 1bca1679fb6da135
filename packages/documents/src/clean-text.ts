/**
 * Makes text safe to store and search: Unix line ends, no control characters (PostgreSQL refuses NUL), no
 * lone surrogates, composed characters (NFC), no invisible soft hyphens or byte order marks, no blank edges.
 */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(unwanted, '')
    .replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000\f\v]/g, ' ')
    .toWellFormed()
    .normalize('NFC')
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\s+$/g, '');
}

// Controls except tab, line feed, vertical tab and form feed; soft hyphen, zero-width space and marks.
const unwanted = new RegExp(
  '[\\u0000-\\u0008\\u000e-\\u001f\\u007f-\\u009f\\u00ad\\u200b\\u2060\\ufeff]',
  'g',
);

/** One line: every run of white space becomes a space. */
export function singleLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
