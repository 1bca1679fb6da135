import { readJson } from '@atelier/contracts/kernel/parse-json';
import { type GraphIndex, type GraphTexts, indexGraph, undecidedNames } from '@atelier/retrieval/graph';
import { defineComputation } from '../../../kernel/compute/computation.ts';
import { type AnsweredChunk, makeProjection, readAnswers } from './projection/make-projection.ts';

/** A graph of 10,000 chunks takes four seconds of a core; one of the most documents that a plan allows takes a minute. */
const deadlineMs = 10 * 60_000;

export const projection = defineComputation({
  name: 'graph.projection',
  deadlineMs,
  compute: makeProjection,
});

/** Finds the names for which only their meaning can decide whether they denote one entity. */
export const undecided = defineComputation({
  name: 'graph.undecided',
  deadlineMs,
  compute: (chunks: readonly AnsweredChunk[]) => undecidedNames(readAnswers(chunks)),
});

/** Builds the search index of a graph. Takes the texts as JSON, as the database returns them. */
export const index = defineComputation({
  name: 'graph.index',
  deadlineMs,
  compute: (texts: string): GraphIndex => indexGraph(readJson(texts) as GraphTexts),
});
