import type { AnswerOrigin } from '@atelier/contracts/assistants/chat/answer-origin';
import type { AnswerKind, Citation } from '@atelier/contracts/assistants/chat/chat';
import { GrowingText } from '../../../../kernel/base/growing-text.ts';
import type { AnswerEvent } from './answer-question.ts';

/** The text and the citations of an answer, to which its writer adds, and of which its readers send what they have not sent. */
export interface Written {
  readonly answer: GrowingText;
  readonly citations: Citation[];
}

export const nothingWritten = (): Written => ({ answer: new GrowingText(), citations: [] });

/** Facts about an answer for its reader, besides its text. */
export interface ReplyForm {
  answerKind: AnswerKind;
  origin: AnswerOrigin;
  wordings: string[];
  followUps: string[];
  /** True when older messages of the conversation went into the answer as a summary. */
  condensed: boolean;
}

/** Returns the form of a stored answer or of an event, and nothing else of it. */
export const toReplyForm = ({
  answerKind,
  origin,
  wordings,
  followUps,
  condensed,
}: ReplyForm): ReplyForm => ({
  ...{ answerKind, origin, wordings, followUps, condensed },
});

/** The written text, with its form, which is undefined until it is known. */
interface Shown extends Written {
  form: ReplyForm | undefined;
}

/** The part of an answer that a reader has. */
export interface Place {
  /** The number of UTF-16 units of the text. */
  text: number;
  citations: number;
  /** The form that the reader has. It is replaced when the next questions are known. */
  form?: Shown['form'];
}

/**
 * Yields what is written after a place, each citation before the text that holds its number, and moves the place. However much was written
 * meanwhile, it is one text.
 */
export function* unread(written: Shown, place: Place): Iterable<AnswerEvent> {
  for (;;) {
    const citation = written.citations[place.citations];
    const { form, answer } = written;
    if (form && place.form !== form) {
      place.form = form;
      yield { type: 'form', ...form };
    } else if (citation) {
      place.citations += 1;
      yield { type: 'citation', citation };
    } else if (answer.length > place.text) {
      const text = answer.from(place.text);
      place.text = answer.length;
      yield { type: 'token', text };
    } else return;
  }
}
