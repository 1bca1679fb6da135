import type { Import, Source } from './sources.ts';

export type Sources = ReadonlyMap<string, Source>;

type Targets = (path: string) => readonly string[];

const targetsIn =
  (sources: Sources, counts: (each: Import) => boolean): Targets =>
  (path) =>
    (sources.get(path)?.imports ?? []).filter(counts).map(({ to }) => to);

interface Visit {
  path: string;
  targets: readonly string[];
  next: number;
}

/** Finds the circles of a graph by Tarjan's algorithm, without recursion. Those from which nothing leads elsewhere come first. */
class CircleSearch {
  readonly found: string[][] = [];
  readonly #targets: Targets;
  readonly #index = new Map<string, number>();
  readonly #low = new Map<string, number>();
  readonly #open: string[] = [];
  readonly #isOpen = new Set<string>();

  constructor(targets: Targets) {
    this.#targets = targets;
  }

  search(from: string): void {
    if (this.#index.has(from)) return;
    const visits = [this.#visit(from)];
    for (let top = visits.at(-1); top !== undefined; top = visits.at(-1)) {
      const target = top.targets[top.next];
      top.next += 1;
      if (target === undefined) {
        visits.pop();
        this.#leave(top.path);
        const below = visits.at(-1);
        if (below) this.#lower(below.path, this.#low.get(top.path));
      } else if (!this.#index.has(target)) visits.push(this.#visit(target));
      else if (this.#isOpen.has(target)) this.#lower(top.path, this.#index.get(target));
    }
  }

  #visit(path: string): Visit {
    this.#index.set(path, this.#index.size);
    this.#low.set(path, this.#index.size - 1);
    this.#open.push(path);
    this.#isOpen.add(path);
    return { path, targets: this.#targets(path), next: 0 };
  }

  #lower(path: string, value = Number.POSITIVE_INFINITY): void {
    this.#low.set(path, Math.min(this.#low.get(path) ?? value, value));
  }

  #leave(path: string): void {
    if (this.#low.get(path) !== this.#index.get(path)) return;
    const members = this.#open.splice(this.#open.lastIndexOf(path));
    for (const member of members) this.#isOpen.delete(member);
    this.found.push(members);
  }
}

const findGroups = (sources: Sources, targets: Targets): string[][] => {
  const search = new CircleSearch(targets);
  for (const path of sources.keys()) search.search(path);
  return search.found;
};

/** Returns the files that import each other in circles, the largest circle first. */
export const findCircles = (sources: Sources, { isOfValues = false } = {}): string[][] =>
  findGroups(
    sources,
    targetsIn(sources, ({ isTypeOnly }) => !isOfValues || !isTypeOnly),
  )
    .filter(({ length }) => length > 1)
    .toSorted((a, b) => b.length - a.length);

/** Returns the longest chain of imports, types included. The files of a circle count as one. */
export const findLongestChain = (sources: Sources): string[] => {
  const targets = targetsIn(sources, () => true);
  const chains = new Map<string, readonly string[]>();
  let longest: readonly string[] = [];
  for (const group of findGroups(sources, targets)) {
    const inside = new Set(group);
    let below: readonly string[] = [];
    for (const path of group)
      for (const target of targets(path)) {
        const chain = inside.has(target) ? [] : (chains.get(target) ?? []);
        if (chain.length > below.length) below = chain;
      }
    const own = [group[0] ?? '', ...below];
    for (const path of group) chains.set(path, own);
    if (own.length > longest.length) longest = own;
  }
  return [...longest];
};
