/** Patterns of paths: `/docs`, `/docs/*`, `*.pdf`. A star matches anything, including slashes. */
export interface PathPatterns {
  include: readonly string[];
  exclude: readonly string[];
}

/** Matches without regular expressions in bounded time: only the last star is retried. */
const matches = (pattern: string, text: string): boolean => {
  let [at, in_, star, mark] = [0, 0, -1, 0];
  while (in_ < text.length) {
    if (pattern[at] === '*') {
      star = at;
      mark = in_;
      at += 1;
    } else if (pattern[at] === text[in_]) {
      at += 1;
      in_ += 1;
    } else if (star >= 0) {
      mark += 1;
      at = star + 1;
      in_ = mark;
    } else return false;
  }
  while (pattern[at] === '*') at += 1;
  return at === pattern.length;
};

/** Reduces the user's input to a path: an address loses its host, and a word gets a leading slash. */
export const readPattern = (typed: string): string => {
  const path = typed
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\/[^/]*/, '');
  return path.startsWith('/') || path.startsWith('*') ? path : `/${path}`;
};

const matchesAnyPattern = (patterns: readonly string[], url: URL) => {
  const path = url.pathname.toLowerCase();
  return patterns.some((pattern) => {
    const folder = pattern.replace(/\/$/, '');
    return (
      matches(pattern, path) || (!pattern.includes('*') && (path === folder || path.startsWith(`${folder}/`)))
    );
  });
};

/** Returns true for a page to import. Without patterns to include, all are. */
export const isWanted = ({ include, exclude }: PathPatterns, url: URL): boolean =>
  (include.length === 0 || matchesAnyPattern(include, url)) && !matchesAnyPattern(exclude, url);
