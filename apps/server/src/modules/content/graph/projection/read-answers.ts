import { readJson } from '@atelier/contracts/kernel/parse-json';
import type { ReadChunk } from '@atelier/retrieval/graph';
import { Reading } from '../prompts.ts';

/** A chunk with a model's answer about it, both as JSON, as the database stores them. */
export interface AnsweredChunk {
  id: string;
  import_id: string;
  text: string;
  start_offset: number;
  answer: string;
}

/** Parses the chunks that were read, as the input of the graph's computation. */
export const readAnswers = (chunks: readonly AnsweredChunk[]): ReadChunk[] =>
  chunks.flatMap(({ id, import_id: importId, text, start_offset: start, answer }) => {
    const reading = Reading.safeParse(readJson(answer)).data;
    return reading ? [{ chunkId: id, importId, text, start, ...reading }] : [];
  });
