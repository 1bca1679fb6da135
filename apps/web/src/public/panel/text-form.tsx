import { type KeyboardEvent, type SyntheticEvent, useState } from 'react';
import classes from '../chat.module.css';

/** Moves the focus to what replaces the button that was pressed. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();

interface TextFormProps {
  label: string;
  text: string;
  /** The most characters. */
  most: number;
  /** True for a text of several lines. */
  isLong?: boolean;
  onSave: (text: string) => void;
  onCancel: () => void;
}

/** Changes a text in the place where it stands. */
export const TextForm = ({ label, text, most, isLong = false, onSave, onCancel }: TextFormProps) => {
  const [typed, setTyped] = useState(text);
  const save = (event: SyntheticEvent) => {
    event.preventDefault();
    if (typed.trim() !== '') onSave(typed.trim());
  };
  const field = {
    'aria-label': label,
    dir: 'auto',
    maxLength: most,
    ref: takeFocus,
    value: typed,
    onChange: (event: { target: { value: string } }) => setTyped(event.target.value),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Escape would also close the panel.
      event.preventDefault();
      onCancel();
    },
  };
  return (
    <form className={isLong ? `${classes.rename} ${classes.correct}` : classes.rename} onSubmit={save}>
      {isLong ? <textarea rows={3} {...field} /> : <input {...field} />}
      <button
        type="submit"
        className={isLong ? classes.button : classes.action}
        disabled={typed.trim() === ''}
      >
        Save
      </button>
      <button type="button" className={classes.action} onClick={onCancel}>
        Cancel
      </button>
    </form>
  );
};
