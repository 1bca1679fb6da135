/**
 * Makes text safe to store and search: Unix line ends, no control characters (PostgreSQL refuses NUL), no lone surrogates,
 * composed characters (NFC), no invisible soft hyphens or byte order marks, no marks that change the direction of text, no
 * surrounding white space. The time is proportional to the length of the text.
 */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(unwanted, (character) => (keptControls.includes(character) ? character : ''))
    .replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000\f\v]/g, ' ')
    .toWellFormed()
    .normalize('NFC')
    .replace(/(?<![ \t])[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '')
    .trimEnd();
}

// Control characters except tab, line feed, vertical tab and form feed; soft hyphen, zero-width space, byte order mark,
// direction marks.
const unwanted = /[\p{Cc}\u00ad\u200b\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;
const keptControls = '\t\n\v\f';

/** Returns true for text of white space and zero-width characters only. */
export function isInvisible(text: string): boolean {
  return !/[^\p{Cf}\s]/u.test(text);
}

/** Converts text to one line: every run of white space becomes one space. */
export function singleLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
