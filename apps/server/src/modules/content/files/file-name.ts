const longestName = 200;
const fallbackName = 'file';
// Separators, controls, and the marks that make a name read backwards.
const unwanted = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

const cut = (name: string): string => {
  if (name.length <= longestName) return name;
  const ending = /\.[^.]{1,12}$/.exec(name)?.[0] ?? '';
  return `${name.slice(0, longestName - ending.length).toWellFormed()}${ending}`;
};

/**
 * What a file is called on screen: the last part of whatever path was sent, one line, at most 200 characters.
 * A name is for people only; objects are found by opaque keys.
 */
export const displayName = (sent: string): string => {
  const last = sent.replaceAll('\\', '/').split('/').at(-1) ?? '';
  const clean = last.toWellFormed().normalize('NFC').replace(unwanted, '').replace(/\s+/g, ' ').trim();
  return clean === '' || /^\.+$/.test(clean) ? fallbackName : cut(clean);
};
