/** The documents that a search may find: only these, or all but these. */
export interface SearchScope {
  kind: 'ONLY' | 'ALL_BUT';
  importIds: ReadonlySet<string>;
}

export const isInScope = ({ kind, importIds }: SearchScope, importId: string): boolean =>
  importIds.has(importId) === (kind === 'ONLY');

/** The live segments, and the document that each belongs to. */
export class SegmentDirectory {
  readonly #segments = new Map<string, string>();
  readonly #documents = new Map<string, Set<string>>();

  get size(): number {
    return this.#segments.size;
  }

  has(id: string): boolean {
    return this.#segments.has(id);
  }

  ids(): Iterable<string> {
    return this.#segments.keys();
  }

  /** Returns whether a document is published in this version. */
  hasDocument(importId: string): boolean {
    return this.#documents.has(importId);
  }

  note(id: string, importId: string): void {
    this.#segments.set(id, importId);
    const segments = this.#documents.get(importId);
    if (segments) segments.add(id);
    else this.#documents.set(importId, new Set([id]));
  }

  drop(id: string): void {
    const importId = this.#segments.get(id) ?? '';
    this.#segments.delete(id);
    const segments = this.#documents.get(importId);
    segments?.delete(id);
    if (segments?.size === 0) this.#documents.delete(importId);
  }

  /** Returns the segments of the documents in scope; undefined stands for all segments. */
  inScope(scope: SearchScope): ReadonlySet<string> | undefined {
    if (scope.kind === 'ONLY') {
      return new Set([...scope.importIds].flatMap((id) => [...(this.#documents.get(id) ?? [])]));
    }
    const left = [...scope.importIds].filter((id) => this.#documents.has(id));
    if (left.length === 0) return undefined;
    const segments = new Set(this.#segments.keys());
    for (const importId of left) for (const id of this.#documents.get(importId) ?? []) segments.delete(id);
    return segments;
  }
}
