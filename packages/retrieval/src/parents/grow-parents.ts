/** A chunk with its order in the document; `start` and `end` are its span in the document's text. */
export type Child = {
  id: string;
  documentId: string;
  ordinal: number;
  tokens: number;
  heading: string | null;
  start: number;
  end: number;
};

/** A part of a document around its best chunk, `child`. */
export type Parent = { child: Child; children: string[]; start: number; end: number; tokens: number };

/**
 * Returns the surroundings of hits, best first. From each hit the part grows over neighbours under the same heading up to
 * `budgetTokens`. A hit inside the part of a better hit belongs to that part, and no two parts overlap.
 */
export function growParents(
  hits: readonly Child[],
  neighboursOf: (documentId: string) => readonly Child[],
  budgetTokens: number,
): Parent[] {
  const parents: Parent[] = [];
  for (const hit of hits) {
    const taken = parents.filter(({ child }) => child.documentId === hit.documentId);
    const home = taken.find(({ start, end }) => hit.start >= start && hit.end <= end);
    if (home) home.children.push(hit.id);
    else parents.push(grow(hit, { neighbours: neighboursOf(hit.documentId), taken, budgetTokens }));
  }
  return parents;
}

interface Room {
  neighbours: readonly Child[];
  taken: readonly Parent[];
  budgetTokens: number;
}

/** Grows forwards first, because the text after a hit explains it more often than the text before it. */
function grow(hit: Child, { neighbours, taken, budgetTokens }: Room): Parent {
  const parent: Parent = {
    child: hit,
    children: [hit.id],
    start: hit.start,
    end: hit.end,
    tokens: hit.tokens,
  };
  const at = neighbours.findIndex(({ id }) => id === hit.id);
  if (at < 0) return parent;
  const ends = { after: at + 1, before: at - 1 };
  const open = { after: true, before: true };
  const fits = (child: Child | undefined): child is Child =>
    child !== undefined &&
    child.heading === hit.heading &&
    parent.tokens + child.tokens <= budgetTokens &&
    !taken.some(({ start, end }) => child.start < end && child.end > start);
  while (open.after || open.before) {
    for (const side of ['after', 'before'] as const) {
      const child = open[side] ? neighbours[ends[side]] : undefined;
      if (!fits(child)) {
        open[side] = false;
        continue;
      }
      parent.start = Math.min(parent.start, child.start);
      parent.end = Math.max(parent.end, child.end);
      parent.tokens += child.tokens;
      ends[side] += side === 'after' ? 1 : -1;
    }
  }
  return parent;
}
