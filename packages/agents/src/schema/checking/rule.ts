import type { Draft } from './draft.ts';
import type { SchemaObject } from './keywords.ts';
import type { References } from './references.ts';
import type { Spot, Verdict } from './verdict.ts';

/** The check of one value by one schema, in the draft of the schema. */
export interface Checking {
  readonly draft: Draft;
  readonly references: References;
  /** Returns the value of a keyword; undefined when the schema does not have it, or its draft does not know it. */
  word(schema: SchemaObject, keyword: string): unknown;
  /** Counts work. Returns false when there was too much of it. */
  spend(steps: number): boolean;
  /** Returns whether a text fits a pattern; undefined when that cannot be found out. */
  fitsPattern(pattern: string, text: string): boolean | undefined;
  /** Applies a schema to the same value, or to a part of it. */
  apply(schema: unknown, spot: Spot): Verdict;
}

/** A schema that is applied, where it is applied, and what was found until now. */
export interface Application {
  schema: SchemaObject;
  spot: Spot;
  verdict: Verdict;
}

/** Applies some keywords. */
export interface Rule {
  readonly words: readonly string[];
  /** The kind of values that the keywords are about; they say nothing about others. */
  readonly about?: 'objects' | 'lists' | 'numbers' | 'texts';
  apply(checking: Checking, application: Application): void;
}

/** Returns the number of a keyword; undefined where there is none. Another kind of value leaves a doubt. */
export const numberIn = (
  checking: Checking,
  { schema, verdict }: Application,
  keyword: string,
): number | undefined => {
  const value = checking.word(schema, keyword);
  if (typeof value === 'number') return value;
  if (value !== undefined) verdict.doubt();
  return undefined;
};

/** Returns the list of texts of a keyword; empty where there is none. */
export const textsIn = (value: unknown, verdict: Verdict): string[] => {
  if (value === undefined) return [];
  const texts = Array.isArray(value)
    ? value.filter((each): each is string => typeof each === 'string')
    : undefined;
  if (!texts || texts.length !== (value as unknown[]).length) verdict.doubt();
  return texts ?? [];
};
