import { createRandom } from '../corpus.ts';

/** Returns the same vector for the same text. */
export const madeUpVector = (text: string, dims: number): number[] => {
  let seed = 7;
  for (let at = 0; at < text.length; at += 1) seed = (Math.imul(seed, 31) + text.charCodeAt(at)) | 0;
  const random = createRandom(seed);
  return Array.from({ length: dims }, () => random() - 0.5);
};
