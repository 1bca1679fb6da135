import { type Language, languageOf, type Wanted } from './languages.ts';
import { type Term, termsOf } from './terms.ts';

/** A question as the scorer reads it. */
export interface Question {
  terms: Array<Term & { weight: number }>;
  wanted: Wanted | undefined;
  /** The thing that a `what is X` question asks to explain. */
  isDefinition: boolean;
  /** Whether the answer may be more than a sentence or two. */
  isBroad: boolean;
}

const definition =
  /^\s*(what|who) (is|are|was|were) (an? |the )?[^,]{2,60}\?*$|\b(definition of|define|meaning of|what does .{2,60} mean)\b|^\s*(was ist|was sind|qu'est-ce|qué es|che cos|o que é|wat is)\b/i;
const broad =
  /\b(list|which|what are|steps?|all|requirements?|benefits?|advantages?|differences?|compare|explain|describe|summar\w*|overview|how (do|can|to|should))\b/i;

/** What a question asks; words of the questions before it count less. */
export const readQuestion = (text: string, earlier: string, language: Language): Question => {
  const asked = languageOf(text).asks;
  const lower = text.toLowerCase();
  const terms = unique(termsOf(text, language), 1);
  const known = new Set(terms.map(({ stem }) => stem));
  const added = unique(termsOf(earlier, language), 0.5).filter(({ stem }) => !known.has(stem));
  return {
    terms: [...terms, ...added],
    wanted: asked.find(([, pattern]) => pattern.test(lower))?.[0],
    isDefinition: definition.test(text),
    isBroad: broad.test(text),
  };
};

const unique = (terms: Term[], weight: number): Question['terms'] => {
  const byStem = new Map(terms.map((term) => [term.stem, { ...term, weight }]));
  return [...byStem.values()];
};
