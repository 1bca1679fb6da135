import type { Computation } from '../computation.ts';

/** A function of expressions: what it is called on, what is in its parentheses, and the computation that it belongs to. */
export type Method<Of> = (of: Of, inputs: readonly unknown[], computation: Computation) => unknown;

export type Methods<Of> = ReadonlyMap<string, Method<Of>>;
