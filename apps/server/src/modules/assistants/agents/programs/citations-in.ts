import type { Citation } from '@atelier/contracts/assistants/chat/chat';
import { citeSource } from '../engine/sources.ts';
import type { ProgramAnswer } from './read-answer.ts';

/** The characters before a mark of which the sentence that it follows is a part. */
const read = 1200;

/**
 * Returns the citations of the marks in a text of an agent, in their order. A program reads the numbers that the model wrote. An answer with a
 * form of its own has none, because there `[1]` is a list.
 */
export const citationsIn = (
  { sources, hasSchema }: Pick<ProgramAnswer, 'sources' | 'hasSchema'>,
  text: string,
): Citation[] =>
  hasSchema || sources.length === 0
    ? []
    : [...text.matchAll(/\[(\d{1,4})\]/g)].flatMap(({ 1: number, index: markAt }) => {
        const index = Number(number);
        const source = sources[index - 1];
        if (!source) return [];
        const before = text.slice(Math.max(0, markAt - read), markAt);
        return [citeSource(source, { index, markAt, before })];
      });
