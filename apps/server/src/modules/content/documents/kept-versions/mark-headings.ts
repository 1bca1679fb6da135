import { blockSeparator } from '@atelier/documents';

const pathSeparator = ' > ';
const deepest = 6;

/** Returns the depth of each heading, taken from the heading paths of chunks. */
export const headingDepths = (paths: readonly string[]): ReadonlyMap<string, number> => {
  const depths = new Map<string, number>();
  for (const path of paths)
    for (const [index, heading] of path.split(pathSeparator).entries())
      if (!depths.has(heading)) depths.set(heading, Math.min(index + 1, deepest));
  return depths;
};

/** Marks headings as Markdown does, so that an edited text is split into the same sections. */
export const markHeadings = (text: string, depths: ReadonlyMap<string, number>): string =>
  text
    .split(blockSeparator)
    .map((block) => {
      const depth = depths.get(block.replace(/\s+/g, ' ').trim());
      return depth === undefined ? block : `${'#'.repeat(depth)} ${block.replace(/\s+/g, ' ').trim()}`;
    })
    .join(blockSeparator);
