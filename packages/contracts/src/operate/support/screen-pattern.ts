const longestWord = 40;
const mostSegments = 5;
const word = /^[a-z]+(-[a-z]+)*$/;
/** As long as a pattern can be. */
export const longestPattern = mostSegments * (longestWord + 1);

const isWord = (segment: string): boolean => segment.length <= longestWord && word.test(segment);

/** `/apps/app_01/settings` → `/apps/:id/settings`: only words stay, so a pattern names no thing and no person. */
export const screenPattern = (path: string): string => {
  const segments = (path.split(/[?#]/)[0] ?? '').split('/').filter((segment) => segment !== '');
  return `/${segments
    .slice(0, mostSegments)
    .map((segment) => (isWord(segment) ? segment : ':id'))
    .join('/')}`;
};
