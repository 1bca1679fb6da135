import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { Icon } from '../lib/icons.tsx';
import { AttachButton, AttachedNote } from './attach/attach-button.tsx';
import type { Attachment } from './attach/use-attachment.ts';
import classes from './chat.module.css';
import { Dictation } from './dictation.tsx';

const longestQuestion = 8000;

export interface ComposerHandle {
  focus: () => void;
}

interface ComposerProps {
  handle: Ref<ComposerHandle>;
  botName: string;
  isAnswering: boolean;
  attachment: Attachment;
  /** Called when the visitor begins to type, so that the code that draws answers can be loaded in time. */
  onWrite: () => void;
  onSend: (question: string) => void;
  onStop: () => void;
}

/** The field for a question: Enter sends it, Shift+Enter begins a line, Escape stops the answer. */
export const Composer = (props: ComposerProps) => {
  const { handle, botName, isAnswering, attachment, onWrite, onSend, onStop } = props;
  const [draft, setDraft] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const typed = useRef('');
  useImperativeHandle(handle, () => ({ focus: () => field.current?.focus() }), []);

  // The field is as high as its text; only the browser knows how high that is.
  useEffect(() => {
    const element = field.current;
    if (!element) return;
    element.style.height = 'auto';
    element.style.height = draft === '' ? '' : `${Math.min(element.scrollHeight, 200)}px`;
  }, [draft]);

  const send = () => {
    const question = draft.trim();
    if (question === '' || isAnswering || attachment.reading !== undefined) return;
    setDraft('');
    onSend(question);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isAnswering) {
      // It must not close the widget as well.
      event.preventDefault();
      onStop();
    }
    // While an input method composes a character, Enter belongs to it.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };

  return (
    <form
      className={`wrap-2 rounded-lg surface flex-end pad-2 ${classes.composer}`}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <AttachedNote attachment={attachment} />
      <AttachButton attachment={attachment} />
      <textarea
        ref={field}
        rows={1}
        dir="auto"
        value={draft}
        maxLength={longestQuestion}
        aria-label={`Ask ${botName}`}
        placeholder={`Ask ${botName}…`}
        onChange={(event) => {
          onWrite();
          setDraft(event.target.value);
        }}
        onKeyDown={onKeyDown}
      />
      <Dictation
        onStart={() => {
          onWrite();
          typed.current = draft === '' ? '' : `${draft.trimEnd()} `;
        }}
        onHeard={(text) => setDraft(`${typed.current}${text}`.slice(0, longestQuestion))}
      />
      {isAnswering ? (
        <button
          type="button"
          className={`tile accent-fill rounded square ${classes.send}`}
          aria-label="Stop the answer"
          onClick={onStop}
        >
          <Icon name="stop" />
        </button>
      ) : (
        <button
          type="submit"
          className={`tile accent-fill rounded square ${classes.send}`}
          aria-label="Send"
          disabled={draft.trim() === '' || attachment.reading !== undefined}
        >
          <Icon name="up" />
        </button>
      )}
    </form>
  );
};
