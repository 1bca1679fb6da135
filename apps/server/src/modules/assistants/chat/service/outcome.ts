import type { AnswerOrigin } from '@atelier/contracts/assistants/chat/answer-origin';
import type { AnswerKind, Citation, Message } from '@atelier/contracts/assistants/chat/chat';
import type { TraceStep } from '@atelier/contracts/assistants/chat/trace';
import type { Usage } from '@atelier/contracts/assistants/chat/usage';
import type { TextMessage } from '@atelier/models';
import type { z } from 'zod';
import { AppError } from '../../../../kernel/base/errors.ts';
import { GrowingText } from '../../../../kernel/base/growing-text.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { AnswerPart, AnswerPlan, RetrievalRecord } from '../../apps/declarations.ts';

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

/**
 * The events of an answer, in order: one `start`, then texts and citations, then one `done`; a `form` may come before the first text and
 * after the last.
 */
export type AnswerEvent =
  /** `question` is the one that is stored, where it differs from the one that was asked. */
  | { type: 'start'; queryId: string; conversationId: string; question?: string }
  | ({ type: 'form' } & ReplyForm)
  | { type: 'token'; text: string }
  | { type: 'citation'; citation: Citation }
  /** `restFollows`: a run adds the rest later. */
  | { type: 'done'; status: Message['status']; usage: z.infer<typeof Usage>; restFollows: boolean };

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

export interface Outcome extends Written, ReplyForm {
  status: Exclude<Message['status'], 'STREAMING'>;
  /** True when a run adds the rest later. */
  restFollows: boolean;
  /** The search, where there was one. */
  retrieval: Partial<RetrievalRecord>;
  /** The steps that led to the answer. */
  steps: TraceStep[];
  error: { code: string; message: string } | null;
}

export const blankOutcome = (written = nothingWritten()): Outcome => ({
  ...written,
  status: 'STOPPED',
  restFollows: false,
  answerKind: 'ANSWER',
  origin: 'MODEL',
  wordings: [],
  followUps: [],
  condensed: false,
  retrieval: {},
  steps: [],
  error: null,
});

/** Adds a part to the outcome and returns the event that shows it; undefined for one that only says that the rest comes later. */
export const takePart = (outcome: Outcome, part: AnswerPart): AnswerEvent | undefined => {
  if (part.type === 'left') {
    outcome.restFollows = true;
    return undefined;
  }
  if (part.type === 'text') {
    outcome.answer.add(part.text);
    return { type: 'token', text: part.text };
  }
  if (part.type === 'citation') {
    outcome.citations.push(part.citation);
    return part;
  }
  if (part.type === 'condensed') outcome.condensed = true;
  else {
    const { answerKind, origin = 'MODEL', wordings, followUps = [] } = part;
    Object.assign(outcome, { answerKind, origin, wordings: [...wordings], followUps: [...followUps] });
  }
  return { type: 'form', ...toReplyForm(outcome) };
};

/** Stores in the outcome that the answer failed, and why. */
export const markFailed = (outcome: Outcome, failure: unknown): void => {
  outcome.status = 'FAILED';
  outcome.error =
    failure instanceof AppError
      ? { code: failure.code, message: failure.message }
      : { code: 'server.internal', message: 'Something went wrong. Please try again.' };
};

/** The answer that `plan` writes, and where. */
export interface Writing {
  queryId: string;
  conversationId: string;
  history: TextMessage[];
  depth?: number | undefined;
  /** True for an answer of a conversation. */
  isStored?: boolean;
  plan: AnswerPlan;
  signal: AbortSignal;
  /** Is told of each step. */
  onStep?: (step: TraceStep) => void;
}

/** Begins the answer. `outcome` gets its search and its trace. */
export const writeParts = (
  ctx: Ctx,
  { plan, depth = 0, isStored = false, onStep, ...rest }: Writing,
  outcome: Outcome,
): AsyncIterable<AnswerPart> =>
  plan.write({
    ctx,
    depth,
    isStored,
    ...rest,
    remember: (record) => {
      outcome.retrieval = record;
    },
    trace: (step) => {
      outcome.steps.push(step);
      onStep?.(step);
    },
  });

/** Writes the answer. `outcome` holds what came of it, also when it is left early. */
export async function* write(ctx: Ctx, writing: Writing, outcome: Outcome): AsyncIterable<AnswerEvent> {
  for await (const part of writeParts(ctx, writing, outcome)) {
    const event = takePart(outcome, part);
    if (event) yield event;
  }
  outcome.status = 'COMPLETED';
}
