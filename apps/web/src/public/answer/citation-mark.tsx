import type { Citation } from '@atelier/contracts/assistants/chat/chat';
import { type ComponentType, lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react';
import classes from '../chat.module.css';
import type { CitationPreviewProps } from './citation-preview.tsx';

/** Loads with the first pointer over a mark. Without it, the mark still opens its source. */
const Preview = lazy<ComponentType<CitationPreviewProps>>(() =>
  import('./citation-preview.tsx').then(
    (loaded) => ({ default: loaded.CitationPreview }),
    () => ({ default: () => null }),
  ),
);

interface CitationMarkProps {
  citation: Citation;
  label: string;
  onOpen: (citation: Citation) => void;
  children: ReactNode;
}

/**
 * The number of a source in an answer: a button that opens it. Pointing at it, or reaching it by keyboard, shows what is cited; Escape
 * hides that. The focus that comes back from the source shows nothing, so that the next Escape is free for something else.
 */
export const CitationMark = ({ citation, label, onOpen, children }: CitationMarkProps) => {
  const [isShown, setShown] = useState(false);
  const isOpened = useRef(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  return (
    <span
      onPointerEnter={({ pointerType }) => setShown(pointerType === 'mouse')}
      onPointerLeave={() => setShown(false)}
    >
      <button
        ref={button}
        type="button"
        className={`accent-soft tiny bold ${classes.mark}`}
        aria-label={label}
        aria-describedby={isShown ? id : undefined}
        onFocus={({ currentTarget }) => {
          setShown(!isOpened.current && currentTarget.matches(':focus-visible'));
          isOpened.current = false;
        }}
        onBlur={() => setShown(false)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !isShown) return;
          event.preventDefault();
          setShown(false);
        }}
        onClick={({ currentTarget }) => {
          setShown(false);
          isOpened.current = true;
          onOpen(citation);
          // On a phone, the source covers the lower part of the page.
          requestAnimationFrame(() => currentTarget.scrollIntoView({ block: 'nearest' }));
        }}
      >
        {children}
      </button>
      {isShown ? (
        <Suspense>
          <Preview id={id} citation={citation} mark={button} />
        </Suspense>
      ) : null}
    </span>
  );
};
