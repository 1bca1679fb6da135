/** A pattern that people write: `/docs`, `/docs/*`, `*.pdf`. A star stands for anything, also for slashes. */
export interface PathPatterns {
  include: readonly string[];
  exclude: readonly string[];
}

/** Matches without regular expressions, so that no pattern can take long: a star is retried only at the last star. */
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

/** As typed, reduced to a path: a whole address loses its host, and a word gets its slash. */
export const readPattern = (typed: string): string => {
  const path = typed
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\/[^/]*/, '');
  return path.startsWith('/') || path.startsWith('*') ? path : `/${path}`;
};

const isOneOf = (patterns: readonly string[], url: URL) => {
  const path = url.pathname.toLowerCase();
  return patterns.some((pattern) => {
    const folder = pattern.replace(/\/$/, '');
    return (
      matches(pattern, path) || (!pattern.includes('*') && (path === folder || path.startsWith(`${folder}/`)))
    );
  });
};

/** Whether a page is wanted. Without patterns to include, all are. */
export const isWanted = ({ include, exclude }: PathPatterns, url: URL): boolean =>
  (include.length === 0 || isOneOf(include, url)) && !isOneOf(exclude, url);
