import type { Citation, Message } from '@atelier/contracts/build/chat/chat';
import classes from '../chat.module.css';
import { AnswerText, SourceList } from './answer-text.tsx';

interface ToldLaterProps {
  told: NonNullable<Message['newAnswer']>;
  onOpen: (citation: Citation, answerId: string) => void;
}

/** The answer that a visitor was told after their feedback, below the one that they rated. */
export const ToldLater = ({ told, onOpen }: ToldLaterProps) => {
  const open = (citation: Citation) => onOpen(citation, told.id);
  return (
    <section className={classes.told} aria-label="New answer">
      <p>
        <strong>New answer</strong> after your feedback
      </p>
      <AnswerText answer={told.answer} citations={told.citations} onOpen={open} />
      {told.citations.length > 0 ? <SourceList citations={told.citations} onOpen={open} /> : null}
    </section>
  );
};
