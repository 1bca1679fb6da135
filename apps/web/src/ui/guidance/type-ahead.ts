/** Keys that arrive later belong to something else. */
const longestMs = 3000;

let stop: (() => void) | undefined;

/** True when a key press writes a letter into a text field. */
const writes = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey;

/** Writes into a field as a user does. React learns of it by the event, and sees the change because its own setter is passed by. */
const write = (field: HTMLInputElement, text: string): void => {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
};

/** Keeps the letters that are typed until a field with this name has the focus, and writes them there. Escape throws them away. */
export const keepTyping = (fieldName: string): void => {
  stop?.();
  let typed = '';
  const listeners = new AbortController();
  const { signal } = listeners;
  const timer = setTimeout(() => stop?.(), longestMs);
  stop = () => {
    clearTimeout(timer);
    listeners.abort();
    stop = undefined;
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return stop?.();
    if (!writes(event)) return undefined;
    event.preventDefault();
    event.stopPropagation();
    typed += event.key;
    return undefined;
  };
  addEventListener('keydown', onKey, { capture: true, signal });
  addEventListener(
    'focusin',
    ({ target }) => {
      if (!(target instanceof HTMLInputElement) || target.getAttribute('aria-label') !== fieldName) return;
      stop?.();
      write(target, typed);
    },
    { signal },
  );
};
