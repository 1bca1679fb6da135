import type { Citation } from '@atelier/contracts';
import { useState } from 'react';
import { AnswerText, SourceList } from './answer-text.tsx';
import classes from './chat.module.css';
import { Icon } from './icons.tsx';
import type { Turn } from './model/conversation.ts';

/** UI-07: the copied indicator resets after 2 seconds. */
const copiedMs = 2000;

const CopyAnswer = ({ text }: { text: string }) => {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), copiedMs);
  };
  return (
    <button type="button" className={classes.action} onClick={() => void copy()}>
      <Icon name={copied ? 'done' : 'copy'} size={15} />
      <span role="status">{copied ? 'Copied' : 'Copy'}</span>
    </button>
  );
};

interface TurnViewProps {
  turn: Turn;
  botName: string;
  isLast: boolean;
  canRetry: boolean;
  onRetry: () => void;
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

/** One question and its answer. */
export const TurnView = ({ turn, botName, isLast, canRetry, onRetry, onOpen }: TurnViewProps) => {
  const isWriting = turn.status === 'STREAMING';
  const open = (citation: Citation) => turn.queryId && onOpen(citation, turn.queryId);
  return (
    <article className={classes.turn}>
      <h2 className={classes.hidden}>You asked</h2>
      <p className={classes.question}>{turn.question}</p>
      <h2 className={classes.hidden}>{botName} answered</h2>
      <div className={classes.answer} aria-busy={isWriting}>
        {turn.answer === '' && isWriting ? (
          <p className={classes.thinking}>
            <span className={classes.hidden}>{botName} is looking for the answer</span>
            <i />
            <i />
            <i />
          </p>
        ) : (
          <AnswerText answer={turn.answer} citations={turn.citations} onOpen={open} />
        )}
        <Ending turn={turn} />
        {turn.citations.length > 0 && !isWriting ? (
          <SourceList citations={turn.citations} onOpen={open} />
        ) : null}
        {isWriting ? null : (
          <div className={classes.actions}>
            {turn.answer === '' ? null : <CopyAnswer text={turn.answer} />}
            {isLast ? (
              <button type="button" className={classes.action} disabled={!canRetry} onClick={onRetry}>
                <Icon name="retry" size={15} />
                Try again
              </button>
            ) : null}
          </div>
        )}
      </div>
    </article>
  );
};
