/** The last element that had the focus in the page or in one dialog, with its ancestors. */
interface FocusPosition {
  element: HTMLElement;
  path: string;
  ancestors: { parent: Element; index: number }[];
}

const focusable = 'a[href], button, input, select, textarea, [tabindex="0"]';
/** Milliseconds after which a dialog that restores the focus by itself has done so. */
const waitMs = 50;

/** Returns false when the browser refuses the focus, because the element is gone, disabled or hidden. */
const takesFocus = (element: HTMLElement): boolean => {
  element.focus();
  return document.activeElement === element;
};

const focusablesIn = (part: Element): HTMLElement[] =>
  [part, ...part.querySelectorAll(focusable)].filter(
    (each): each is HTMLElement =>
      each instanceof HTMLElement && each.matches(focusable) && each.tabIndex >= 0,
  );

/** Focuses the element that has moved up into the gap, otherwise the one before it. */
const focusNear = ({ parent, index }: FocusPosition['ancestors'][number]): boolean => {
  if (!parent.isConnected) return false;
  const children = [...parent.children];
  return (
    children.slice(index).flatMap(focusablesIn).some(takesFocus) ||
    children.slice(0, index).flatMap(focusablesIn).toReversed().some(takesFocus)
  );
};

const readPosition = (element: HTMLElement, frame: Element): FocusPosition => {
  const ancestors: FocusPosition['ancestors'] = [];
  for (let child: Element = element; child !== frame && child.parentElement; child = child.parentElement)
    ancestors.push({ parent: child.parentElement, index: [...child.parentElement.children].indexOf(child) });
  return { element, path: location.pathname, ancestors };
};

/**
 * Restores the focus of a keyboard user when the focused element is removed or disabled: to where they came from if a dialog
 * closed, otherwise to the nearest element. Returns a function that stops it.
 */
export const rescueFocus = (): (() => void) => {
  /** The last focused element of each page or dialog, in the order of use. */
  const positions = new Map<Element, FocusPosition>();
  let held: HTMLElement | undefined;
  let isWaiting = false;
  let byKeyboard = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const hold = (target: EventTarget | null) => {
    held = target instanceof HTMLElement && target !== document.body ? target : undefined;
    isWaiting = false;
    const frame = held?.closest('[role="dialog"], main');
    if (!held || !frame) return;
    positions.delete(frame);
    positions.set(frame, readPosition(held, frame));
  };
  const restore = () => {
    for (const [frame, position] of [...positions].toReversed()) {
      const isHere = frame.isConnected && position.path === location.pathname;
      if (!isHere) positions.delete(frame);
      else if (takesFocus(position.element) || position.ancestors.some(focusNear)) return;
    }
  };
  const look = () => {
    timer = undefined;
    if (!held || !byKeyboard || document.activeElement !== document.body) return;
    const isDisabled = held.matches(':disabled');
    if (held.isConnected && isDisabled && held.hasAttribute('data-loading')) isWaiting = true;
    else if (!held.isConnected || isDisabled) restore();
    else if (isWaiting) takesFocus(held);
  };

  const listeners = new AbortController();
  const { signal } = listeners;
  const onKeyDown = () => {
    byKeyboard = true;
    hold(document.activeElement);
  };
  // Listens on the window, so that it runs before any dialog: later, Escape may already have removed the focused element.
  window.addEventListener('keydown', onKeyDown, { capture: true, signal });
  document.addEventListener('pointerdown', () => (byKeyboard = false), { capture: true, signal });
  document.addEventListener('focusin', ({ target }) => hold(target), { signal });
  const observer = new MutationObserver((changes) => {
    // A button that was busy for less than the wait is enabled again by the time of the look.
    if (changes.some(({ target, attributeName }) => target === held && attributeName === 'disabled'))
      isWaiting = true;
    if (byKeyboard) timer ??= setTimeout(look, waitMs);
  });
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled', 'data-loading'],
  });
  return () => {
    listeners.abort();
    observer.disconnect();
    clearTimeout(timer);
  };
};
