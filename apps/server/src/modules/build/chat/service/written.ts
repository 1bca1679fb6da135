import type { AnswerKind, Citation } from '@atelier/contracts/build/chat/chat';
import type { AnswerEvent } from './answer-question.ts';

/** The part of an answer that is written. */
export interface Written {
  answer: string;
  citations: readonly Citation[];
  /** Undefined until it is known. */
  form: { answerKind: AnswerKind; wordings: string[] } | undefined;
}

/** How much of an answer a reader has. */
export interface Place {
  /** The number of UTF-16 units of the text. */
  text: number;
  citations: number;
  hasForm: boolean;
}

/**
 * Yields what is written after a place, each citation before the text that holds its number, and moves the place. However much was written
 * meanwhile, it is one text.
 */
export function* unread(written: Written, place: Place): Iterable<AnswerEvent> {
  for (;;) {
    const citation = written.citations[place.citations];
    const { form, answer } = written;
    if (form && !place.hasForm) {
      place.hasForm = true;
      yield { type: 'form', ...form };
    } else if (citation) {
      place.citations += 1;
      yield { type: 'citation', citation };
    } else if (answer.length > place.text) {
      const text = answer.slice(place.text);
      place.text = answer.length;
      yield { type: 'token', text };
    } else return;
  }
}
