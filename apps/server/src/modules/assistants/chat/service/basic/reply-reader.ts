import type { AnswerKind, Citation } from '@atelier/contracts/assistants/chat/chat';
import type { ModelPart } from '@atelier/models';
import { readReplyForm, smallTalk } from '@atelier/models/extractive';
import { GrowingText } from '../../../../../kernel/base/growing-text.ts';
import type { AnswerPart } from '../../../apps/declarations.ts';
import { citeChunk, createCiter } from '../../cite.ts';
import { stopwatch } from '../../stopwatch.ts';
import { type BasicWriting, findStaticText } from './basic-writing.ts';
import type { Found } from './find-chunks.ts';

type Form = Extract<AnswerPart, { type: 'form' }>;
type Part = Exclude<AnswerPart, { type: 'left' | 'condensed' }>;

/**
 * Classifies the text of a language model. Its instructions make it cite each statement, and cite nothing when it found no answer. For an
 * app without documents, or with background text of its owner, a missing citation says nothing.
 */
const kindOfWritten = ({ app, question, file }: BasicWriting, cited: number): AnswerKind => {
  const isKnowing = app.knowledgeBaseIds.length > 0 || file !== undefined;
  const cannotTell = !isKnowing || findStaticText(app) !== undefined;
  const isTalk = smallTalk(question) !== undefined;
  return cannotTell || isTalk || cited > 0 ? 'ANSWER' : 'NONE';
};

/** Follows a call of the model, of which it is shown each part, and traces it at its end. */
const followCall = ({ resolved, onUsage, trace }: BasicWriting) => {
  const elapsed = stopwatch();
  let firstTextMs: number | null = null;
  const used = { inputTokens: 0, outputTokens: 0 };
  return {
    see(part: ModelPart): void {
      if (part.type === 'text-delta') firstTextMs ??= elapsed();
      if (part.type !== 'finish') return;
      used.inputTokens += part.usage.inputTokens.total;
      used.outputTokens += part.usage.outputTokens.total;
      onUsage(part.usage);
    },
    end(): void {
      trace({ kind: 'MODEL', modelId: resolved.modelId, durationMs: elapsed(), firstTextMs, ...used });
    },
  };
};

/**
 * Makes the parts of an answer from those of the model: its text with the markers renumbered, and each citation right before its marker. It
 * is no generator around the model's parts, because an open answer keeps each of those in memory.
 */
export const createReplyReader = (writing: BasicWriting, found: Found) => {
  const citer = createCiter(found.chunks, (chunk, mark) => citeChunk(chunk, writing.question, mark));
  const call = followCall(writing);
  // Only the search for next questions reads the text again.
  const keepsText = writing.app.settings.followUp;
  const answer = new GrowingText();
  const citations: Citation[] = [];
  let form: Form = { type: 'form', answerKind: 'ANSWER', wordings: [] };
  const noted = (part: Part): Part => {
    if (part.type === 'text') {
      if (keepsText) answer.add(part.text);
    } else if (part.type === 'citation') citations.push(part.citation);
    else form = part;
    return part;
  };
  return {
    *push(part: ModelPart): Iterable<Part> {
      call.see(part);
      const quoted = readReplyForm(part);
      if (quoted)
        yield noted({ type: 'form', answerKind: quoted.kind, wordings: quoted.wordings, origin: 'QUOTED' });
      if (part.type !== 'text-delta') return;
      for (const cited of citer.push(part.delta)) yield noted(cited);
    },
    /** Says that the model writes no more, whether or not it came to an end. */
    endCall: call.end,
    *rest(): Iterable<Part> {
      for (const cited of citer.end()) yield noted(cited);
      if (writing.resolved.extractive) return;
      yield noted({ type: 'form', answerKind: kindOfWritten(writing, citer.cited), wordings: [] });
    },
    /** Returns what was passed on; the text only for apps that offer next questions. */
    written: () => ({ answer: answer.toString(), citations, form }),
  };
};
