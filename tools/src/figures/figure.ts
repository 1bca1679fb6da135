import type { SourceTree } from '../checks/source-tree.ts';
import type { Sources } from './import-graph.ts';

export interface Measured {
  value: number;
  /** What makes the value large, the worst first. */
  worst: readonly string[];
}

/** A figure of the whole product that is meant to fall. */
export interface Figure {
  name: string;
  /** The value of November 2026, by the same rule. */
  before: number;
  goal: number;
  /** The value that must not be exceeded. Whoever lowers the value lowers the limit. */
  limit: number;
  measure(product: { tree: SourceTree; sources: Sources }): Measured;
}
