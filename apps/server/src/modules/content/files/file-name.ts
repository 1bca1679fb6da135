const longestName = 200;
const fallbackName = 'file';
// Separators, control characters, and the marks that reverse the reading direction.
const unwanted = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

const cut = (name: string): string => {
  if (name.length <= longestName) return name;
  const ending = /\.[^.]{1,12}$/.exec(name)?.[0] ?? '';
  return `${name.slice(0, longestName - ending.length).toWellFormed()}${ending}`;
};

/**
 * Returns the name under which a file is shown: the last part of the path that was sent, on one line, at most 200
 * characters. Names are only shown; stored objects have opaque keys.
 */
export const displayName = (sent: string): string => {
  const last = sent.replaceAll('\\', '/').split('/').at(-1) ?? '';
  const clean = last.toWellFormed().normalize('NFC').replace(unwanted, '').replace(/\s+/g, ' ').trim();
  return clean === '' || /^\.+$/.test(clean) ? fallbackName : cut(clean);
};
