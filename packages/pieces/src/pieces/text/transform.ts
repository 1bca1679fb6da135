/** Ways to change one text, by their name in the form. */
export const transforms: Readonly<Record<string, { label: string; change: (text: string) => string }>> = {
  TRIM: { label: 'Remove spaces at both ends', change: (text) => text.trim() },
  LOWER: { label: 'Lower case', change: (text) => text.toLowerCase() },
  UPPER: { label: 'Upper case', change: (text) => text.toUpperCase() },
  TITLE: {
    label: 'Capitalize each word',
    change: (text) =>
      text
        .toLowerCase()
        .replace(
          /(^|[\s\-–/(])(\p{L})/gu,
          (_all, before: string, letter: string) => before + letter.toUpperCase(),
        ),
  },
  SENTENCE: {
    label: 'Capitalize the first letter',
    change: (text) => text.charAt(0).toUpperCase() + text.slice(1),
  },
  SLUG: {
    label: 'As part of an address (slug)',
    change: (text) =>
      text
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .replaceAll('ß', 'ss')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, '-')
        .replace(/^-|-$/g, ''),
  },
  ONE_LINE: { label: 'On one line', change: (text) => text.replace(/\s+/g, ' ').trim() },
};

/** The things that can be found in a text, by their names in the form. The expressions take linear time. */
export const findings: Readonly<Record<string, { label: string; pattern: RegExp }>> = {
  EMAILS: { label: 'Mail addresses', pattern: /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{2,63}){1,4}/g },
  LINKS: { label: 'Links', pattern: /https?:\/\/[^\s<>"'\])}]{1,2000}/g },
  NUMBERS: { label: 'Numbers', pattern: /-?\d{1,30}(?:\.\d{1,30})?/g },
  HASHTAGS: { label: 'Words after #', pattern: /#[\p{L}\p{N}_]{1,100}/gu },
};
