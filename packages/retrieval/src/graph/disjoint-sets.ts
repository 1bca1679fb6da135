/** Sets that grow together, where some members may never meet. */
export class DisjointSets {
  readonly #parent = new Map<string, string>();
  readonly #members = new Map<string, string[]>();
  readonly #apart: ReadonlyMap<string, ReadonlySet<string>>;

  /** @param apart for a member those with whom it may not be in one set; both ways */
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

  membersOf(member: string): readonly string[] {
    return this.#members.get(this.find(member)) ?? [];
  }

  mayMeet(a: string, b: string): boolean {
    const others = this.membersOf(b);
    return this.membersOf(a).every((member) => {
      const apart = this.#apart.get(member);
      return apart === undefined || others.every((other) => !apart.has(other));
    });
  }

  /** Makes two sets one, unless members are to be kept apart. The smaller key stays the root. */
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
