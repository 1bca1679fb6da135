import type { Citation } from '@atelier/contracts/chat';
import { memo, useCallback } from 'react';
import { useCopied } from '../ui/use-copied.ts';
import { AnswerText, SourceList } from './answer-text.tsx';
import classes from './chat.module.css';
import { Icon } from './icons.tsx';
import type { Turn } from './model/conversation.ts';

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
  turn: Turn;
  botName: string;
  /** Only the last answer can be asked for again. */
  canRetry: boolean;
  onRetry: (turn: Turn) => void;
  onOpen: (citation: Citation, queryId: string) => void;
}

const Ending = ({ turn }: { turn: Turn }) => {
  if (turn.status === 'STOPPED') return <p className={classes.note}>You stopped this answer.</p>;
  if (turn.status !== 'FAILED') return null;
  return (
    <p className={classes.failure} role="alert">
      <Icon name="alert" size={16} />
      {turn.error}
    </p>
  );
};

const Thinking = ({ botName }: { botName: string }) => (
  <p className={classes.thinking}>
    <span className={classes.hidden}>{botName} is looking for the answer</span>
    <i />
    <i />
    <i />
  </p>
);

/** One question and its answer. Drawn again only when it changes itself, not for every word of a later answer. */
export const TurnView = memo(({ turn, botName, canRetry, onRetry, onOpen }: TurnViewProps) => {
  const isWriting = turn.status === 'STREAMING';
  const { queryId, citations, answer } = turn;
  const open = useCallback(
    (citation: Citation) => {
      if (queryId) onOpen(citation, queryId);
    },
    [queryId, onOpen],
  );
  return (
    <article className={classes.turn}>
      <h2 className={classes.hidden}>You asked</h2>
      <p className={classes.question}>{turn.question}</p>
      <h2 className={classes.hidden}>{botName} answered</h2>
      <div className={classes.answer} aria-busy={isWriting}>
        {answer === '' && isWriting ? <Thinking botName={botName} /> : null}
        {answer === '' ? null : <AnswerText answer={answer} citations={citations} onOpen={open} />}
        <Ending turn={turn} />
        {citations.length > 0 && !isWriting ? <SourceList citations={citations} onOpen={open} /> : null}
        {isWriting ? null : (
          <div className={classes.actions}>
            {answer === '' ? null : <CopyAnswer text={answer} />}
            {canRetry ? (
              <button type="button" className={classes.action} onClick={() => onRetry(turn)}>
                <Icon name="retry" size={15} />
                Try again
              </button>
            ) : null}
          </div>
        )}
      </div>
    </article>
  );
});
TurnView.displayName = 'TurnView';
