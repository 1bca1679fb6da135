import type { Citation } from '@atelier/contracts/assistants/chat/chat';
import { listUnsupportedFigures } from '@atelier/contracts/assistants/chat/citations';
import { memo, useCallback } from 'react';
import { Icon } from '../../lib/icons.tsx';
import { waitsNote } from '../../lib/waits-note.ts';
import { useCopied } from '../../ui/content/use-copied.ts';
import classes from '../chat.module.css';
import type { Turn } from '../model/conversation.ts';
import type { ChatLink } from '../model/link.ts';
import { AnswerText, SourceList } from './answer-text.tsx';
import { Asked, Attempts } from './asked.tsx';
import { ClosestChunks, FollowUps, Wordings } from './closest-chunks.tsx';
import { Feedback } from './feedback.tsx';
import { Origin } from './origin.tsx';
import { SourcesPdf } from './sources-pdf.tsx';
import { ToldLater } from './told-later.tsx';

const CopyAnswer = ({ text }: { text: string }) => {
  const { copied, copy } = useCopied();
  return (
    <button type="button" className={classes.action} onClick={() => copy(text)}>
      <Icon name={copied ? 'done' : 'copy'} size={15} />
      <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
    </button>
  );
};

interface TurnViewProps {
  link: ChatLink;
  turn: Turn;
  botName: string;
  /** The address of the bot's picture; null where it has none. */
  botIcon: string | null;
  /** Only the last answer can be asked for again. */
  canRetry: boolean;
  onAsk: (question: string) => void;
  /** False while an answer is being written. */
  canEdit: boolean;
  onRetry: (turn: Turn, question?: string) => void;
  /** Shows another attempt at the question. */
  onChoose: (queryId: string) => void;
  onRated: (queryId: string, feedback: Turn['feedback']) => void;
  onOpen: (citation: Citation, queryId: string) => void;
}

/** The figures of a written answer that stand in none of the sources that it names for them. */
const UnsupportedFigures = ({ turn: { answer, citations } }: { turn: Turn }) => {
  const figures = listUnsupportedFigures(answer, citations);
  if (figures.length === 0) return null;
  return (
    <p className="muted small margin-top-3">
      <Icon name="alert" size={15} /> Please check:{' '}
      {figures.map(({ figure, index }) => `${figure} is not in source ${index}`).join(', ')}. It may have been
      computed or be wrong.
    </p>
  );
};

interface ReplyProps {
  turn: Turn;
  onOpen: (citation: Citation) => void;
  onAsk: (question: string) => void;
}

/** The text of an answer: formatted, or as cards when it names the closest chunks. */
const Reply = ({ turn, onOpen, onAsk }: ReplyProps) => {
  const { answer, answerKind, citations, status, wordings, followUps } = turn;
  const isWriting = status === 'STREAMING';
  if (answer === '') return null;
  const isClosest = answerKind === 'CLOSEST_CHUNKS';
  return (
    <>
      {isClosest ? (
        <ClosestChunks answer={answer} citations={citations} onOpen={onOpen} />
      ) : (
        <AnswerText answer={answer} citations={citations} isWriting={isWriting} onOpen={onOpen} />
      )}
      {wordings.length > 0 && !isWriting ? (
        <Wordings answer={answer} wordings={wordings} onAsk={onAsk} />
      ) : null}
      {citations.length > 0 && !isWriting && !isClosest ? (
        <>
          <UnsupportedFigures turn={turn} />
          <SourceList citations={citations} onOpen={onOpen} />
        </>
      ) : null}
      {followUps.length > 0 && !isWriting ? <FollowUps questions={followUps} onAsk={onAsk} /> : null}
    </>
  );
};

/** Returns the author of the answer, once that can be said. The text of a guardrail is no answer. */
const chooseShownOrigin = ({ answerKind, origin, status }: Turn): Turn['origin'] =>
  status === 'STREAMING' || answerKind === 'BLOCKED' ? undefined : origin;

const condensedNote =
  'This conversation is long, so its older part was condensed for this answer. Repeat details that matter, or begin a new conversation.';

const Condensed = ({ turn: { condensed, status } }: { turn: Turn }) =>
  condensed && status !== 'STREAMING' ? <p className="muted small margin-top-3">{condensedNote}</p> : null;

const restNote =
  'The rest of this answer is not there yet. It appears here by itself; you can ask other questions meanwhile, or come back later.';

/** It is on the page before it says anything, so that its text is read out when it comes. */
const Waits = ({ turn: { status, waits } }: { turn: Turn }) =>
  status === 'STREAMING' ? (
    <div role="status">{waits ? <p className="muted small margin-top-3">{waitsNote}</p> : null}</div>
  ) : null;

const Ending = ({ turn }: { turn: Turn }) => {
  if (turn.restFollows) return <p className="muted small margin-top-3">{restNote}</p>;
  if (turn.status === 'STOPPED') return <p className="muted small margin-top-3">You stopped this answer.</p>;
  if (turn.status !== 'FAILED') return null;
  return (
    <p className={classes.failure} role="alert">
      <Icon name="alert" size={16} />
      {turn.error}
    </p>
  );
};

const Thinking = ({ botName }: { botName: string }) => (
  <p className={`flat flex align-center ${classes.thinking}`}>
    <span className="sr-only">{botName} is looking for the answer</span>
    <i />
    <i />
    <i />
  </p>
);

/** One question and its answer. It is drawn again only when it changes itself, not for every word of a later answer. */
export const TurnView = memo((props: TurnViewProps) => {
  const { link, turn, botName, botIcon, canRetry, canEdit, onAsk, onRetry, onChoose, onRated, onOpen } =
    props;
  const isWriting = turn.status === 'STREAMING';
  const { queryId, answer, citations } = turn;
  const open = useCallback(
    (citation: Citation) => {
      if (queryId) onOpen(citation, queryId);
    },
    [queryId, onOpen],
  );
  return (
    <article className={classes.turn}>
      <h2 className="sr-only">You asked</h2>
      <Asked turn={turn} canEdit={canEdit} onEdit={onRetry} />
      <h2 className={`line-2 muted small below-2 bold ${classes.by}`}>
        {botIcon === null ? null : <img src={botIcon} alt="" />}
        <span dir="auto">{botName}</span>
        <span className="sr-only"> answered</span>
      </h2>
      <div className={`large ${classes.answer}`} aria-busy={isWriting}>
        {answer === '' && isWriting ? <Thinking botName={botName} /> : null}
        <Waits turn={turn} />
        <Reply turn={turn} onOpen={open} onAsk={onAsk} />
        <Origin origin={chooseShownOrigin(turn)} />
        <Condensed turn={turn} />
        <Ending turn={turn} />
        {isWriting ? null : (
          <div className={`line-1 flex-wrap ${classes.actions}`}>
            {answer === '' ? null : <CopyAnswer text={answer} />}
            {answer === '' || queryId === undefined ? null : (
              <Feedback link={link} queryId={queryId} given={turn.feedback} onRated={onRated} />
            )}
            {citations.length > 0 && queryId !== undefined ? (
              <SourcesPdf link={link} queryId={queryId} question={turn.question} citations={citations} />
            ) : null}
            {canRetry ? (
              <button type="button" className={classes.action} onClick={() => onRetry(turn)}>
                <Icon name="retry" size={15} />
                Try again
              </button>
            ) : null}
            <Attempts turn={turn} onChoose={onChoose} />
          </div>
        )}
        {turn.newAnswer === null ? null : <ToldLater told={turn.newAnswer} onOpen={onOpen} />}
      </div>
    </article>
  );
});
TurnView.displayName = 'TurnView';
