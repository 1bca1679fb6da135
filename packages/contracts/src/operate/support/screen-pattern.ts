const longestWord = 40;
const mostSegments = 5;
const word = /^[a-z]+(-[a-z]+)*$/;
/** Longest pattern, in characters. */
export const longestPattern = mostSegments * (longestWord + 1);

const isWord = (segment: string): boolean => segment.length <= longestWord && word.test(segment);

/** Turns `/apps/app_01/settings` into `/apps/:id/settings`. Only fixed words stay, so a pattern identifies no object and no user. */
export const screenPattern = (path: string): string => {
  const segments = (path.split(/[?#]/)[0] ?? '').split('/').filter((segment) => segment !== '');
  return `/${segments
    .slice(0, mostSegments)
    .map((segment) => (isWord(segment) ? segment : ':id'))
    .join('/')}`;
};
