import type { Citation } from '@atelier/contracts/assistants/chat/chat';
import { findCitation } from '@atelier/contracts/assistants/chat/citations';
import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import { positionsIn } from '@atelier/contracts/fields/find-text';
import type { StepCitation } from '@atelier/pieces';
import { z } from 'zod';
import type { CompiledFlow } from '../compile-flow.ts';
import type { ChatAnswer } from '../flow-run-type.ts';

const citations = z.custom<StepCitation[]>(Array.isArray);
const StepAnswer = z.object({ answer: z.string().min(1), isAnswered: z.boolean(), citations });
type StepAnswer = z.infer<typeof StepAnswer>;

/** The output of agents and crews, with the citations of a text that cites something. */
const TaskAnswer = z
  .object({ text: z.string().min(1), citations })
  .transform(
    ({ text, citations: cited }): StepAnswer => ({ answer: text, isAnswered: true, citations: cited }),
  );

/** The pieces whose steps cite what they found. */
const citing: ReadonlyMap<string, z.ZodType<StepAnswer>> = new Map<string, z.ZodType<StepAnswer>>([
  ['knowledge', StepAnswer],
  ['agents', TaskAnswer],
]);

const marker = /( ?)\[(\d{1,4})\]/g;

type Mark = Required<Pick<Citation, 'index' | 'markAt'>>;

const toAnswerText = (output: JsonValue): string => {
  if (typeof output === 'string') return output;
  if (isObject(output) && typeof output['answer'] === 'string') return output['answer'];
  return output === null ? '' : `\`\`\`json\n${JSON.stringify(output, null, 2)}\n\`\`\``;
};

/** Returns the answers of the steps that asked knowledge bases, apps, agents or crews. The values of other steps may contain anything. */
const readStepAnswers = (flow: CompiledFlow, values: ReadonlyMap<string, JsonValue>): StepAnswer[] =>
  [...values].flatMap(([name, value]) => {
    const step = flow.steps.get(name);
    if (step?.type !== 'PIECE') return [];
    const { data } = citing.get(step.piece.name)?.safeParse(value) ?? {};
    return data ? [data] : [];
  });

/** Agents leave out what a citation does not have, where other steps say null. */
const known = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined;

const toCitation = ({ page, second, heading, ...cited }: StepCitation, mark: Mark): Citation => ({
  ...cited,
  ...mark,
  ...(known(page) && { page }),
  ...(known(second) && { second }),
  ...(known(heading) && { heading }),
});

interface Source {
  answer: StepAnswer;
  /** The position in the text at which the answer begins; undefined where it was written anew. */
  from: number | undefined;
}

/** The most places at which one answer is looked for in a text. */
const mostPlaces = 100;

/** An answer, and where a text contains it. */
interface Quoted {
  answer: StepAnswer;
  positions: readonly number[];
}

/** Finds the answer to which the marker at a place of the text belongs: the one that is quoted there, or the only one with citations. */
const findSource = (at: number, quoted: readonly Quoted[]): Source | undefined => {
  for (const { answer, positions } of quoted) {
    const from = positions.findLast((position) => position <= at);
    if (from !== undefined && at < from + answer.answer.length) return { answer, from };
  }
  const [only, ...others] = quoted
    .map(({ answer }) => answer)
    .filter(({ citations }) => citations.length > 0);
  return only && others.length === 0 ? { answer: only, from: undefined } : undefined;
};

/** Finds the citation that a marker at a place of the text had in its own answer. */
const citedAt = ({ answer, from }: Source, index: number, at: number): StepCitation | undefined => {
  const markAt = from === undefined ? undefined : at - from;
  const own = answer.citations.map((step) => ({ step, index: step.index, markAt: step.markAt ?? undefined }));
  return findCitation(own, { index, markAt })?.step;
};

/** Numbers the citations of a text anew. */
class Numbering {
  readonly citations: Citation[] = [];
  readonly #numbers = new Map<StepAnswer, Map<number, number>>();
  #count = 0;

  /** Returns the number of a citation at a place of the text. */
  cite(answer: StepAnswer, cited: StepCitation, markAt: number): number {
    const known = this.#numbers.get(answer) ?? new Map<number, number>();
    this.#numbers.set(answer, known);
    const index = known.get(cited.index) ?? (this.#count += 1);
    known.set(cited.index, index);
    const first = this.citations.find((each) => each.index === index);
    // A mark that repeats a number for the same quote needs no citation of its own.
    if (first?.start !== cited.start || first.end !== cited.end)
      this.citations.push(toCitation(cited, { index, markAt }));
    return index;
  }
}

/**
 * Makes the answer of a chat from the output of a flow. Its `[n]` markers get the citations of the steps whose answers it contains,
 * numbered anew; a marker whose citation is not certain is removed, because a wrong citation is worse than none.
 */
export const toChatAnswer = (
  output: JsonValue,
  flow: CompiledFlow,
  values: ReadonlyMap<string, JsonValue>,
): ChatAnswer => {
  const whole = toAnswerText(output);
  const answers = readStepAnswers(flow, values);
  const quoted = answers.map(
    (answer): Quoted => ({ answer, positions: positionsIn(whole, answer.answer, mostPlaces) }),
  );
  const numbering = new Numbering();
  let text = '';
  let end = 0;
  for (const { 0: found, 1: space = '', 2: digits, index: start } of answers.length === 0
    ? []
    : whole.matchAll(marker)) {
    text += whole.slice(end, start);
    end = start + found.length;
    const at = start + space.length;
    const source = findSource(at, quoted);
    const cited = source && citedAt(source, Number(digits), at);
    if (!cited) continue;
    text += space;
    text += `[${numbering.cite(source.answer, cited, text.length)}]`;
  }
  const contained = quoted.filter(({ positions }) => positions.length > 0);
  return {
    text: text + whole.slice(end),
    citations: numbering.citations,
    isAnswered: contained.length === 0 || contained.some(({ answer }) => answer.isAnswered),
  };
};
