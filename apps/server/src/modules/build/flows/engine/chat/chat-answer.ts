import type { Citation } from '@atelier/contracts/build/chat/chat';
import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import type { StepCitation } from '@atelier/pieces';
import { z } from 'zod';
import type { CompiledFlow } from '../compile-flow.ts';
import type { ChatAnswer } from '../flow-run-type.ts';

const StepAnswer = z.object({
  answer: z.string().min(1),
  isAnswered: z.boolean(),
  citations: z.custom<StepCitation[]>(Array.isArray),
});
type StepAnswer = z.infer<typeof StepAnswer>;

const marker = / ?\[(\d{1,4})\]/g;

const textOf = (output: JsonValue): string => {
  if (typeof output === 'string') return output;
  if (isObject(output) && typeof output['answer'] === 'string') return output['answer'];
  return output === null ? '' : `\`\`\`json\n${JSON.stringify(output, null, 2)}\n\`\`\``;
};

/** Returns the answers of the steps that asked knowledge bases or apps. The values of other steps may contain anything. */
const answersOf = (flow: CompiledFlow, values: ReadonlyMap<string, JsonValue>): StepAnswer[] =>
  [...values].flatMap(([name, value]) => {
    const step = flow.steps.get(name);
    if (step?.type !== 'PIECE' || step.piece.name !== 'knowledge') return [];
    const { data } = StepAnswer.safeParse(value);
    return data ? [data] : [];
  });

const numberedAs = (index: number, { page, second, heading, ...cited }: StepCitation): Citation => ({
  ...cited,
  index,
  ...(page === null ? {} : { page }),
  ...(second === null ? {} : { second }),
  ...(heading === null ? {} : { heading }),
});

/** Finds the answer to which the marker at a place of the text belongs: the one that is quoted there, or the only one with citations. */
const sourceOf = (text: string, at: number, answers: readonly StepAnswer[]): StepAnswer | undefined => {
  const quoted = answers.find(({ answer }) => {
    for (let from = text.indexOf(answer); from >= 0 && from <= at; from = text.indexOf(answer, from + 1))
      if (at < from + answer.length) return true;
    return false;
  });
  const citing = answers.filter(({ citations }) => citations.length > 0);
  return quoted ?? (citing.length === 1 ? citing[0] : undefined);
};

/**
 * Makes the answer of a chat from the output of a flow. Its `[n]` markers get the citations of the steps whose answers it contains,
 * numbered anew; a marker whose citation is not certain is removed, because a wrong citation is worse than none.
 */
export const chatAnswerOf = (
  output: JsonValue,
  flow: CompiledFlow,
  values: ReadonlyMap<string, JsonValue>,
): ChatAnswer => {
  const whole = textOf(output);
  const answers = answersOf(flow, values);
  const numbers = new Map<StepCitation, number>();
  const text = whole.replace(marker, (found, digits: string, at: number) => {
    if (answers.length === 0) return found;
    const cited = sourceOf(whole, at, answers)?.citations.find(({ index }) => index === Number(digits));
    if (!cited) return '';
    const number = numbers.get(cited) ?? numbers.size + 1;
    numbers.set(cited, number);
    return `${found.startsWith(' ') ? ' ' : ''}[${number}]`;
  });
  const quoted = answers.filter(({ answer }) => whole.includes(answer));
  return {
    text,
    citations: [...numbers].map(([cited, index]) => numberedAs(index, cited)),
    isAnswered: quoted.length === 0 || quoted.some(({ isAnswered }) => isAnswered),
  };
};
