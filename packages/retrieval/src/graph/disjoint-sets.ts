/** A union-find structure with pairs of members that must never be in one set. */
export class DisjointSets {
  readonly #parent = new Map<string, string>();
  readonly #members = new Map<string, string[]>();
  readonly #apart: ReadonlyMap<string, ReadonlySet<string>>;

  /** @param apart for each member the members that must not be in its set; symmetric */
  constructor(members: Iterable<string>, apart: ReadonlyMap<string, ReadonlySet<string>>) {
    this.#apart = apart;
    for (const member of members) {
      this.#parent.set(member, member);
      this.#members.set(member, [member]);
    }
  }

  find(member: string): string {
    const parent = this.#parent.get(member) ?? member;
    if (parent === member) return member;
    const root = this.find(parent);
    this.#parent.set(member, root);
    return root;
  }

  listMembers(member: string): readonly string[] {
    return this.#members.get(this.find(member)) ?? [];
  }

  mayMeet(a: string, b: string): boolean {
    const others = this.listMembers(b);
    return this.listMembers(a).every((member) => {
      const apart = this.#apart.get(member);
      return apart === undefined || others.every((other) => !apart.has(other));
    });
  }

  /** Merges two sets, unless some of their members must stay apart. The smaller key becomes the root. */
  unite(a: string, b: string): void {
    const [root, other] = [this.find(a), this.find(b)].sort();
    if (root === undefined || other === undefined || root === other || !this.mayMeet(root, other)) return;
    this.#parent.set(other, root);
    this.#members.set(root, [...(this.#members.get(root) ?? []), ...(this.#members.get(other) ?? [])]);
    this.#members.delete(other);
  }

  sets(): string[][] {
    return [...this.#members.values()].map((members) => members.toSorted());
  }
}
