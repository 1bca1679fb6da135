import type { ReadChunk } from '@atelier/retrieval';
import { Reading } from '../prompts.ts';

/** A chunk with what a model answered about it, as JSON: how both lie in the database. */
export interface AnsweredChunk {
  id: string;
  import_id: string;
  text: string;
  start_offset: number;
  answer: string;
}

/** Every chunk that was read, ready to be made a graph of. */
export const readAnswers = (chunks: readonly AnsweredChunk[]): ReadChunk[] =>
  chunks.flatMap(({ id, import_id: importId, text, start_offset: start, answer }) => {
    const reading = Reading.safeParse(JSON.parse(answer)).data;
    return reading ? [{ chunkId: id, importId, text, start, ...reading }] : [];
  });
