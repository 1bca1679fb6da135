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
  /** Whether it wants a subject laid out rather than a fact. */
  isExplanation: boolean;
}

const definition =
  /^\s*(what|who) (is|are|was|were) (an? |the )?[^,]{2,60}\?*$|\b(definition of|define|meaning of|what does .{2,60} mean)\b|^\s*(was ist|was sind|qu'est-ce|qué es|che cos|o que é|wat is)\b/i;
const broad =
  /\b(list|which|what are|steps?|all|requirements?|benefits?|advantages?|differences?|compare|explain|describe|summar\w*|overview|how (do|can|to|should))\b/i;

const explanation =
  /\b(explain|describe|summar\w*|overview|tell me (more )?about|what do you know about|erkläre?|beschreibe?|expliquer?|explique|décri\w*|describe|spiega|uitleg)\b/i;

/** What a question asks; all words of the questions before it together count less. */
export const readQuestion = (text: string, earlier: string, language: Language): Question => {
  const asked = languageOf(text).asks;
  const lower = text.toLowerCase();
  const terms = unique(termsOf(text, language), 1);
  const known = new Set(terms.map(({ stem }) => stem));
  const before = unique(termsOf(earlier, language), 1).filter(({ stem }) => !known.has(stem));
  const weight = terms.length === 0 ? 1 : Math.min(0.5, (0.6 * terms.length) / before.length);
  return {
    terms: [...terms, ...before.map((term) => ({ ...term, weight }))],
    wanted: asked.find(([, pattern]) => pattern.test(lower))?.[0],
    isDefinition: definition.test(text),
    isBroad: broad.test(text),
    isExplanation: explanation.test(text),
  };
};

const unique = (terms: Term[], weight: number): Question['terms'] => {
  const byStem = new Map(terms.map((term) => [term.stem, { ...term, weight }]));
  return [...byStem.values()];
};
