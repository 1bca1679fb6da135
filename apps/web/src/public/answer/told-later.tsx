import type { Citation, Message } from '@atelier/contracts/assistants/chat/chat';
import { Icon } from '../../lib/icons.tsx';
import classes from '../chat.module.css';
import type { News } from '../follow/use-told.ts';
import { AnswerText, SourceList } from './answer-text.tsx';
import { Origin } from './origin.tsx';

interface ToldLaterProps {
  told: NonNullable<Message['newAnswer']>;
  onOpen: (citation: Citation, answerId: string) => void;
}

/** The answer that a visitor was told after their feedback, below the one that they rated. */
export const ToldLater = ({ told, onOpen }: ToldLaterProps) => {
  const open = (citation: Citation) => onOpen(citation, told.id);
  return (
    <section id={told.id} className={`surface pad-3-4 ${classes.told}`} aria-label="New answer" tabIndex={-1}>
      <p>
        <strong>New answer</strong> after your feedback
      </p>
      <AnswerText answer={told.answer} citations={told.citations} onOpen={open} />
      <Origin origin={told.origin} />
      {told.citations.length > 0 ? <SourceList citations={told.citations} onOpen={open} /> : null}
    </section>
  );
};

/** Leads to an answer that came after the visitor's feedback, which may stand far up in the conversation. */
export const ToldNotice = ({ toldId, onSeen }: News) => {
  if (toldId === undefined) return null;
  const show = () => {
    const section = document.getElementById(toldId);
    section?.scrollIntoView({ block: 'center' });
    section?.focus({ preventScroll: true });
    onSeen();
  };
  return (
    <button type="button" className={`inline-1 no-wrap surface text-color ${classes.toEnd}`} onClick={show}>
      <Icon name="up" size={16} />
      New answer to your feedback
    </button>
  );
};
