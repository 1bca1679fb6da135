import { type KeyboardEvent, useState } from 'react';
import { Icon } from '../../lib/icons.tsx';
import chat from '../chat.module.css';
import type { Turn } from '../model/conversation.ts';
import classes from './asked.module.css';

const longestQuestion = 8000;

interface EditProps {
  question: string;
  onSend: (question: string) => void;
  onCancel: () => void;
}

/** The field in which a question is changed: Enter sends it, Shift+Enter begins a line, Escape leaves it as it was. */
const Edit = ({ question, onSend, onCancel }: EditProps) => {
  const [draft, setDraft] = useState(question);
  const text = draft.trim();
  const send = () => {
    if (text !== '') onSend(text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      // It must not close the widget as well.
      event.preventDefault();
      onCancel();
    }
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      className={`rounded-lg surface ${classes.edit}`}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        rows={3}
        dir="auto"
        value={draft}
        maxLength={longestQuestion}
        aria-label="Your question"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- The reader has just pressed Edit.
        autoFocus
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="flex justify-end gap-1">
        <button type="button" className={chat.action} onClick={onCancel}>
          Cancel
        </button>
        <button type="submit" className={chat.action} disabled={text === ''}>
          <Icon name="up" size={15} />
          Ask again
        </button>
      </div>
    </form>
  );
};

interface AskedProps {
  turn: Turn;
  canEdit: boolean;
  onEdit: (turn: Turn, question: string) => void;
}

/** A question as it was asked, which can be changed and asked again. */
export const Asked = ({ turn, canEdit, onEdit }: AskedProps) => {
  const [isEditing, setEditing] = useState(false);
  if (isEditing && canEdit) {
    return (
      <Edit
        question={turn.question}
        onCancel={() => setEditing(false)}
        onSend={(question) => {
          setEditing(false);
          onEdit(turn, question);
        }}
      />
    );
  }
  return (
    <div className={`flex flex-wrap justify-end gap-1 flex-start ${classes.asked}`}>
      {turn.file === null ? null : (
        <p className={classes.about}>
          <Icon name="document" size={15} />
          <span className="sr-only">About your file </span>
          <span dir="auto">{turn.file.name}</span>
        </p>
      )}
      {canEdit ? (
        <button
          type="button"
          className={chat.action}
          aria-label="Edit the question"
          onClick={() => setEditing(true)}
        >
          <Icon name="edit" size={15} />
        </button>
      ) : null}
      <p className={`large pre-wrap fit ${chat.question}`} dir="auto">
        {turn.question}
      </p>
    </div>
  );
};

interface AttemptsProps {
  turn: Turn;
  onChoose: (queryId: string) => void;
}

/** Leads to the other attempts at a question. */
export const Attempts = ({ turn: { attempts, queryId }, onChoose }: AttemptsProps) => {
  const at = attempts.indexOf(queryId ?? '');
  if (at < 0 || attempts.length < 2) return null;
  const step = (name: 'left' | 'right', label: string, to: string | undefined) => (
    <button
      type="button"
      className={chat.action}
      aria-label={label}
      disabled={to === undefined}
      onClick={() => {
        if (to !== undefined) onChoose(to);
      }}
    >
      <Icon name={name} size={15} />
    </button>
  );
  return (
    <div className="muted small inline-flex align-center" role="group" aria-label="Attempts">
      {step('left', 'Earlier attempt', attempts[at - 1])}
      <span>
        {at + 1} of {attempts.length}
      </span>
      {step('right', 'Later attempt', attempts[at + 1])}
    </div>
  );
};
