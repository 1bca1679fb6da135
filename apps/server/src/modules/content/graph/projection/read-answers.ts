import type { ReadPassage } from '@atelier/retrieval';
import { Reading } from '../prompts.ts';

/** A passage with what a model answered about it, as JSON: how both lie in the database. */
export interface AnsweredPassage {
  id: string;
  import_id: string;
  text: string;
  start_offset: number;
  answer: string;
}

/** Every passage that was read, ready to be made a graph of. */
export const readAnswers = (passages: readonly AnsweredPassage[]): ReadPassage[] =>
  passages.flatMap(({ id, import_id: importId, text, start_offset: start, answer }) => {
    const reading = Reading.safeParse(JSON.parse(answer)).data;
    return reading ? [{ chunkId: id, importId, text, start, ...reading }] : [];
  });
