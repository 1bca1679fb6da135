/** A chunk of a document among its neighbours; `start` and `end` are its span in the document's text. */
export type Child = {
  id: string;
  documentId: string;
  ordinal: number;
  tokens: number;
  heading: string | null;
  start: number;
  end: number;
};

/** The part of a document around the best of its children. */
export type Parent = { child: Child; children: string[]; start: number; end: number; tokens: number };

/**
 * The surroundings of hits, best first: from each hit the part grows over the neighbours under the same heading, while it has
 * at most `budgetTokens`. A hit that lies in the part of a better one belongs to that, and no two parts overlap.
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

/** What comes after a hit explains it more often than what comes before, so it is asked first. */
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
