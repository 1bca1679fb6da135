/** One point as a fake stores it. `payload` is everything that the adapter stored with it. */
export interface StoredPoint {
  vector: readonly number[];
  payload: Record<string, unknown>;
}

export interface Collection {
  dims: number;
  points: Map<string, StoredPoint>;
}

const lengthOf = (vector: readonly number[]): number => Math.hypot(...vector);

export const cosine = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0) / (lengthOf(a) * lengthOf(b));

/** The collections of all fakes: in memory, searched exactly. */
export class Points {
  readonly collections = new Map<string, Collection>();

  get(name: string): Collection | undefined {
    return this.collections.get(name);
  }

  make(name: string, dims: number): Collection {
    const collection: Collection = { dims, points: new Map() };
    this.collections.set(name, collection);
    return collection;
  }

  count(name: string): number {
    return this.collections.get(name)?.points.size ?? 0;
  }

  nearest(
    { points }: Collection,
    query: { vector: readonly number[]; topK: number; keep?: (point: StoredPoint) => boolean },
  ): { key: string; cosine: number; point: StoredPoint }[] {
    const { vector, topK, keep = () => true } = query;
    return [...points]
      .filter(([, point]) => keep(point))
      .map(([key, point]) => ({ key, point, cosine: cosine(vector, point.vector) }))
      .sort((a, b) => b.cosine - a.cosine)
      .slice(0, topK);
  }

  remove({ points }: Collection, gone: (point: StoredPoint, key: string) => boolean): number {
    const keys = [...points].filter(([key, point]) => gone(point, key)).map(([key]) => key);
    for (const key of keys) points.delete(key);
    return keys.length;
  }
}
