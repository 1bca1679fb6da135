import type { ToolOutcome } from '@atelier/agents';
import type { Citation } from '@atelier/contracts/assistants/chat/chat';
import { listUniqueSources } from '@atelier/contracts/assistants/chat/citations';
import type { RetrievalResult } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import { LiveReaders } from '../../../../kernel/live/live-readers.ts';
import { defineService } from '../../../../kernel/services/services.ts';
import { citeChunk, type Mark } from '../../chat/declarations.ts';

/** A source that an answer can cite: a passage that a search found, or a citation in the answer of an app. */
export type Source =
  | { kind: 'PASSAGE'; hit: RetrievalResult; query: string }
  | { kind: 'CITATION'; citation: Citation };

/** A search whose passages are the sources of an outcome. */
export interface SearchRecord {
  query: string;
  mode: string;
}

/** The outcome of a call, with the sources that its text numbers. */
export interface SourcedOutcome extends ToolOutcome {
  sources?: Source[];
  /** The number of the first source. */
  first?: number;
  search?: SearchRecord;
  /** Micro-credits that the call itself has spent. */
  cost?: number;
}

/** An outcome before its sources have their numbers. */
export interface Unnumbered extends Omit<SourcedOutcome, 'text' | 'first'> {
  /** Returns the text that the model reads; the first source has the number `first`. */
  write(first: number): string;
}

/** Numbers the sources of outcomes, so that a number means one source in the whole run. `before` is the count of those that came before. */
export const numberSources = (outcomes: readonly Unnumbered[], before: number): SourcedOutcome[] => {
  let next = before + 1;
  return outcomes.map(({ write, ...outcome }) => {
    const first = next;
    next += outcome.sources?.length ?? 0;
    return { ...outcome, text: write(first), ...(outcome.sources && { first }) };
  });
};

/** Returns the sources of outcomes in the order of their numbers. */
export const sourcesInOrder = (outcomes: readonly SourcedOutcome[]): Source[] =>
  outcomes
    .toSorted((one, other) => (one.first ?? 0) - (other.first ?? 0))
    .flatMap(({ sources = [] }) => sources);

/** Returns a text whose sources are numbered from 1 as one whose sources are numbered from `first`. */
export const numberedFrom = (text: string, first: number): string =>
  text.replace(/\[(\d{1,4})\]/g, (_all, number: string) => `[${first + Number(number) - 1}]`);

/** Returns the name of the document of a source. */
export const nameOfSource = (source: Source): string =>
  source.kind === 'PASSAGE' ? source.hit.document.name : source.citation.documentName;

/** Returns what the numbers of a cited text mean, from 1. A number may have several quotes, of which the first counts. */
export const sourcesCited = (citations: readonly Citation[]): Source[] =>
  listUniqueSources(citations).map((citation): Source => ({ kind: 'CITATION', citation }));

/** Returns what writes a text, whose sources are numbered from 1, with the names of its sources below. */
export const citedText =
  (text: string, sources: readonly Source[]): Unnumbered['write'] =>
  (first) =>
    [
      numberedFrom(text, first),
      ...sources.map((source, at) => `[${first + at}] ${nameOfSource(source)}`),
    ].join('\n');

/** Makes the citation of a source for a mark. */
export const citeSource = (source: Source, mark: Mark): Citation =>
  source.kind === 'PASSAGE'
    ? citeChunk(source, source.query, mark)
    : { ...source.citation, index: mark.index, markAt: mark.markAt };

/** Added to the instructions of an agent whose answer people read with its sources. */
export const citingRule = `The results of searches, apps, agents and flows number their sources as [1], [2] and so on. When a statement of your answer comes from a source, write
its number in square brackets right after the statement. Never write a number that is not in a result.`;

/** Hands what agents found to the readers of the answers for which they found it: the sources of each group of calls, in the order of their numbers. */
export const liveSources = defineService({
  name: 'agents.live-sources',
  create: () => new LiveReaders<readonly Source[]>(),
});
