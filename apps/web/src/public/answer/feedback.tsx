import type { AnswerFeedback, FeedbackReason } from '@atelier/contracts/assistants/chat/feedback';
import { type SyntheticEvent, useId, useState } from 'react';
import { Icon } from '../../lib/icons.tsx';
import { rateAnswer } from '../api.ts';
import classes from '../chat.module.css';
import type { ChatLink } from '../model/link.ts';

/** The documented reasons (FEEDBACK-02 to FEEDBACK-06). The contract's own list would bring its schemas into the page. */
const reasons: readonly FeedbackReason[] = [
  "Don't like the style",
  'Not factually correct',
  'Response not updated',
  "Not following company's guidelines",
  'Others',
];

interface ReasonFormProps {
  onSend: (reason: FeedbackReason, text: string) => void;
  onCancel: () => void;
}

/** Asks why an answer is not good. */
const ReasonForm = ({ onSend, onCancel }: ReasonFormProps) => {
  const [reason, setReason] = useState<FeedbackReason>('Not factually correct');
  const [text, setText] = useState('');
  const [isMissing, setMissing] = useState(false);
  const id = useId();
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (text.trim() === '') setMissing(true);
    else onSend(reason, text.trim());
  };
  return (
    <form className={classes.reasons} aria-label="Feedback on this answer" onSubmit={submit}>
      <fieldset>
        <legend className="medium no-pad margin-bottom-1">What is wrong with this answer?</legend>
        {reasons.map((each) => (
          <label key={each}>
            <input type="radio" name={id} checked={reason === each} onChange={() => setReason(each)} />
            {each}
          </label>
        ))}
      </fieldset>
      <textarea
        rows={3}
        dir="auto"
        maxLength={2000}
        aria-label="Your feedback"
        aria-invalid={isMissing}
        aria-describedby={isMissing ? `${id}-missing` : undefined}
        placeholder="What would have been right?"
        value={text}
        onChange={(event) => {
          setMissing(false);
          setText(event.target.value);
        }}
      />
      {isMissing ? (
        <p id={`${id}-missing`} className={classes.failure} role="alert">
          Please enter your feedback
        </p>
      ) : null}
      <div className={`line-1 flex-wrap ${classes.actions}`}>
        <button type="submit" className={classes.button}>
          Send feedback
        </button>
        <button type="button" className={classes.action} onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
};

interface FeedbackProps {
  link: ChatLink;
  queryId: string;
  given: AnswerFeedback | null;
  /** Called when the feedback is stored; null when it was taken back. */
  onRated: (queryId: string, feedback: AnswerFeedback | null) => void;
}

/** The state of the buttons: what is shown at once, and taken back when the server refuses it. */
const useVerdict = ({ link, queryId, given, onRated }: FeedbackProps) => {
  const [verdict, setVerdict] = useState(given?.verdict ?? 'NONE');
  const [note, setNote] = useState('');
  const rate = (next: AnswerFeedback['verdict'], because?: { reason: FeedbackReason; feedback: string }) => {
    setVerdict(next);
    setNote('');
    rateAnswer(link, { queryId, verdict: next, ...because }).then(
      () => {
        setNote(next === 'NONE' ? '' : 'Thank you for your feedback.');
        const { reason = null, feedback: text = '' } = because ?? {};
        onRated(queryId, next === 'NONE' ? null : { verdict: next, reason, text });
      },
      () => {
        setVerdict(verdict);
        setNote('Your feedback could not be saved. Please try again.');
      },
    );
  };
  return { verdict, note, rate };
};

/** Two buttons for an answer (FEEDBACK-07). A dislike asks for its reason; the dislike itself counts at once. */
export const Feedback = (props: FeedbackProps) => {
  const { verdict, note, rate } = useVerdict(props);
  const [isAsking, setAsking] = useState(false);
  const toggle = (chosen: 'LIKE' | 'DISLIKE') => {
    const next = verdict === chosen ? 'NONE' : chosen;
    setAsking(next === 'DISLIKE');
    rate(next);
  };
  return (
    <>
      <button
        type="button"
        className={classes.action}
        aria-label="Like this answer"
        aria-pressed={verdict === 'LIKE'}
        onClick={() => toggle('LIKE')}
      >
        <Icon name="like" size={15} />
      </button>
      <button
        type="button"
        className={classes.action}
        aria-label="Dislike this answer"
        aria-pressed={verdict === 'DISLIKE'}
        onClick={() => toggle('DISLIKE')}
      >
        <Icon name="dislike" size={15} />
      </button>
      <span className={`muted small ${classes.thanks}`} role="status">
        {isAsking ? '' : note}
      </span>
      {isAsking ? (
        <ReasonForm
          onCancel={() => setAsking(false)}
          onSend={(reason, feedback) => {
            setAsking(false);
            rate('DISLIKE', { reason, feedback });
          }}
        />
      ) : null}
    </>
  );
};
