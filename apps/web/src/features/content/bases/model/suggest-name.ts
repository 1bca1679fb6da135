const longest = 120;

/** Derives a name: "annual_report-2025.pdf" → "Annual report 2025". Returns '' when nothing readable is left. */
const nameOfFile = (file: string): string => {
  const stem = file
    .replace(/\.[^.]{1,8}$/, '')
    .replaceAll(/[_\s-]+/g, ' ')
    .trim();
  return /\p{L}/u.test(stem) ? stem.charAt(0).toUpperCase() + stem.slice(1, longest) : '';
};

/** Returns a name for a group of files: that of the only file, or the fallback. */
export const suggestName = (files: readonly Pick<File, 'name'>[], fallback = ''): string => {
  const [first] = files;
  const own = files.length === 1 && first ? nameOfFile(first.name) : '';
  return own === '' ? fallback.slice(0, longest) : own;
};
