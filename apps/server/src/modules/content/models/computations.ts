import {
  type Comparison,
  type ExtractiveReply,
  type ExtractiveRequest,
  extractiveReply,
  sentencesToCompare,
} from '@atelier/models/extractive';
import { defineComputation } from '../../../kernel/compute/computation.ts';

const measureRequest = ({ messages, chunks = [] }: ExtractiveRequest): number =>
  [...messages.map(({ content }) => content), ...chunks.map(({ text }) => text)].reduce(
    (sum, text) => sum + text.length,
    0,
  );

/** The sentences of the chunks whose meaning is compared with the question. It takes as long as the answer. */
export const comparison = defineComputation({
  name: 'models.comparison',
  deadlineMs: 10_000,
  isSmall: (request: ExtractiveRequest) => measureRequest(request) <= 16_000,
  compute: (request: ExtractiveRequest): Comparison | undefined => sentencesToCompare(request),
});

/** The answer of the built-in model, which quotes chunks. 400 KB of chunks take a tenth of a second. */
export const ownAnswer = defineComputation({
  name: 'models.own-answer',
  deadlineMs: 10_000,
  isSmall: (request: ExtractiveRequest) => measureRequest(request) <= 16_000,
  compute: (request: ExtractiveRequest): ExtractiveReply => extractiveReply(request),
});
