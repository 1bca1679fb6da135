import type { SpanParent } from '../base/span-parent.ts';

export type SpanAttributes = Readonly<
  Record<string, string | number | boolean | readonly string[] | undefined>
>;

/** A piece of work that has ended. */
export interface FinishedSpan extends SpanParent {
  readonly parentId: string | undefined;
  readonly name: string;
  /** True for a call of somebody else's server. */
  readonly isCall: boolean;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly attributes: SpanAttributes;
  /** The code of the failure. */
  readonly failure: string | undefined;
  /** Other traces that this one caused. */
  readonly links: readonly SpanParent[];
}
