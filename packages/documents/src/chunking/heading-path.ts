import type { Block } from '../block.ts';

type Step = { level: number; text: string };

/** Longest heading in a path, in characters. */
const stepCharacters = 120;

/** Tracks the headings above the current position in a document. */
export function createHeadingPath() {
  let steps: Step[] = [];
  return {
    /** Enters the section that a heading opens. */
    enter(heading: Block): void {
      const level = heading.level ?? 1;
      const text = heading.text.replace(/\s+/g, ' ').slice(0, stepCharacters).trim().toWellFormed();
      steps = [...steps.filter((step) => step.level < level), { level, text }];
    },
    /** The headings above the current position, outermost first. */
    current: (): readonly string[] => steps.map((step) => step.text),
  };
}

/** Returns the common beginning of all paths; the first path when they have none. */
export function sharedPath(paths: readonly (readonly string[])[]): readonly string[] {
  const [first = [], ...others] = paths;
  let length = first.length;
  for (const other of others) {
    let same = 0;
    while (same < length && other[same] === first[same]) same++;
    length = same;
  }
  return length === 0 ? first : first.slice(0, length);
}
