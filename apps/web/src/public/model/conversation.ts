import type { AnswerOrigin } from '@atelier/contracts/assistants/chat/answer-origin';
import type { AttachedFile } from '@atelier/contracts/assistants/chat/attached-files';
import type { AnswerKind, Citation, Message } from '@atelier/contracts/assistants/chat/chat';

/** A question with its answer as the page shows it; `queryId` comes with the first event. */
export interface Turn {
  key: string;
  queryId: string | undefined;
  question: string;
  /** The visitor's own file that the question is about. */
  file: AttachedFile | null;
  /** The ids of all attempts at the question, oldest first; empty when there is one. */
  attempts: readonly string[];
  answer: string;
  answerKind: AnswerKind;
  /** Undefined until it is known. */
  origin: AnswerOrigin | undefined;
  /** Other wordings that may find more when the question has no answer. */
  wordings: readonly string[];
  /** Next questions that the cited chunks answer. */
  followUps: readonly string[];
  /** True when older messages went into the answer as a summary. */
  condensed: boolean;
  citations: Citation[];
  /** The visitor's feedback on the answer. */
  feedback: Message['feedback'];
  /** The later answer that the visitor was given because of their feedback. */
  newAnswer: Message['newAnswer'];
  status: Message['status'];
  error: string | undefined;
  /** True while the answer waits for computing time behind others. */
  waits: boolean;
  /** True while the answer has ended for now, and its rest comes once somebody has decided, or the work is done. */
  restFollows: boolean;
}

/** The facts of the server about an answer besides its text. */
export type ReplyForm = Pick<Message, 'answerKind' | 'origin' | 'wordings' | 'followUps' | 'condensed'>;

/** Everything that can happen to a conversation. The page shows the turns that result from these events. */
export type ConversationEvent =
  | { type: 'loaded'; messages: Message[] }
  | { type: 'cleared' }
  | { type: 'asked'; key: string; question: string; file: AttachedFile | null; replaces: string | undefined }
  /** `question` is what the server stored, where it masked personal data. */
  | { type: 'started'; key: string; queryId: string; question?: string }
  | ({ type: 'formed'; key: string } & ReplyForm)
  | { type: 'text'; key: string; text: string }
  | { type: 'waited'; key: string; waits: boolean }
  | { type: 'cited'; key: string; citation: Citation }
  | { type: 'ended'; key: string; status: Message['status']; error?: string; restFollows?: boolean }
  | { type: 'rated'; queryId: string; feedback: Message['feedback'] }
  /** The stored conversation was read again, to see what the visitor was told later. */
  | { type: 'told'; messages: readonly Pick<Message, 'queryId' | 'newAnswer'>[] };

const toTurn = (message: Message): Turn => ({
  key: message.queryId,
  queryId: message.queryId,
  question: message.question,
  file: message.file,
  attempts: message.attempts,
  answer: message.answer,
  answerKind: message.answerKind,
  origin: message.origin,
  wordings: message.wordings,
  followUps: message.followUps,
  condensed: message.condensed,
  citations: message.citations,
  feedback: message.feedback,
  newAnswer: message.newAnswer,
  // An answer that is still being written is read again from its beginning.
  ...(message.status === 'STREAMING' ? { answer: '', citations: [] } : {}),
  status: message.status,
  error: message.error?.message,
  waits: false,
  restFollows: message.restFollows,
});

const listAttempts = (turn: Turn | undefined): readonly string[] =>
  turn?.attempts.length === 0 && turn.queryId !== undefined ? [turn.queryId] : (turn?.attempts ?? []);

/** A new turn. It takes the place of `earlier`, another attempt at the question. */
const newTurn = (
  { key, question, file }: Pick<Turn, 'key' | 'question' | 'file'>,
  earlier: Turn | undefined,
): Turn => ({
  key,
  queryId: undefined,
  question,
  file,
  attempts: listAttempts(earlier),
  answer: '',
  answerKind: 'ANSWER',
  origin: undefined,
  wordings: [],
  followUps: [],
  condensed: false,
  citations: [],
  feedback: null,
  newAnswer: null,
  status: 'STREAMING',
  error: undefined,
  waits: false,
  restFollows: false,
});

type TurnEvent = Extract<
  ConversationEvent,
  { type: 'started' | 'formed' | 'text' | 'waited' | 'cited' | 'ended' }
>;

const changeTurn = (turn: Turn, event: TurnEvent): Turn => {
  switch (event.type) {
    case 'started':
      return {
        ...turn,
        queryId: event.queryId,
        question: event.question ?? turn.question,
        attempts:
          turn.attempts.length > 0 && !turn.attempts.includes(event.queryId)
            ? [...turn.attempts, event.queryId]
            : turn.attempts,
      };
    case 'formed':
      return {
        ...turn,
        answerKind: event.answerKind,
        origin: event.origin,
        wordings: event.wordings,
        followUps: event.followUps,
        condensed: event.condensed,
      };
    case 'text':
      return { ...turn, answer: turn.answer + event.text };
    case 'waited':
      return { ...turn, waits: event.waits };
    case 'cited':
      return { ...turn, citations: [...turn.citations, event.citation] };
    case 'ended':
      return {
        ...turn,
        status: event.status,
        error: event.error,
        waits: false,
        restFollows: event.restFollows ?? false,
      };
  }
};

/** Returns true while an answer is being written. */
export const isAnswering = (turns: readonly Turn[]): boolean =>
  turns.some((turn) => turn.status === 'STREAMING');

/** Adds what the visitor was told since the turns were read. Returns the same list when that is nothing new. */
const addTold = (
  turns: readonly Turn[],
  messages: readonly Pick<Message, 'queryId' | 'newAnswer'>[],
): readonly Turn[] => {
  const findNewAnswer = (turn: Turn) => {
    const told = messages.find(({ queryId }) => queryId === turn.queryId)?.newAnswer;
    return told && told.id !== turn.newAnswer?.id ? told : undefined;
  };
  if (!turns.some(findNewAnswer)) return turns;
  return turns.map((turn) => {
    const newAnswer = findNewAnswer(turn);
    return newAnswer ? { ...turn, newAnswer } : turn;
  });
};

/** Applies one event. Returns the same list when nothing changed. */
export const reduceConversation = (turns: readonly Turn[], event: ConversationEvent): readonly Turn[] => {
  if (event.type === 'loaded') return event.messages.map(toTurn);
  if (event.type === 'cleared') return turns.length === 0 ? turns : [];
  if (event.type === 'told') return addTold(turns, event.messages);
  if (event.type === 'rated')
    return turns.map((turn) =>
      turn.queryId === event.queryId ? { ...turn, feedback: event.feedback } : turn,
    );
  if (event.type === 'asked') {
    // The turns after the earlier attempt belong to it.
    const at = turns.findIndex((turn) => turn.key === event.replaces);
    return [...(at < 0 ? turns : turns.slice(0, at)), newTurn(event, turns[at])];
  }
  return turns.map((turn) =>
    // An answer that was stopped here stays so, whatever still arrives.
    turn.key === event.key && (turn.status === 'STREAMING' || turn.restFollows || event.type === 'started')
      ? changeTurn(turn, event)
      : turn,
  );
};
