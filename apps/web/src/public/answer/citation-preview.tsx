import type { Citation } from '@atelier/contracts/assistants/chat/chat';
import { describePosition, shortHeading } from '@atelier/contracts/content/documents/document-position';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import classes from './citation-preview.module.css';

export interface CitationPreviewProps {
  id: string;
  citation: Citation;
  mark: RefObject<HTMLElement | null>;
}

const gap = 8;

/** The cited text, above or below its mark and inside the window. */
export const CitationPreview = ({ id, citation, mark }: CitationPreviewProps) => {
  const card = useRef<HTMLSpanElement>(null);
  // Only the browser knows how large the card is.
  useLayoutEffect(() => {
    const element = card.current;
    const place = mark.current?.getBoundingClientRect();
    if (!element || !place) return;
    const { width, height } = element.getBoundingClientRect();
    const left = Math.min(place.left, window.innerWidth - width - gap);
    const isAbove = place.top - height > gap;
    element.style.left = `${Math.max(gap, left)}px`;
    element.style.top = `${isAbove ? place.top - height : place.bottom}px`;
  }, [mark]);
  const heading =
    citation.heading === undefined ? undefined : shortHeading(citation.heading).split(' > ').join(' › ');
  const place = [describePosition(citation), heading].filter((part) => part !== undefined);
  return (
    <span ref={card} id={id} role="tooltip" className={`block ${classes.frame}`}>
      <span className={`stack-1 strong-box small surface pad-3-4 ${classes.card}`}>
        <span className="truncate bold" dir="auto">
          {citation.documentName}
        </span>
        {place.length > 0 ? (
          <span className="muted tiny" dir="auto">
            {place.join(' · ')}
          </span>
        ) : null}
        <span className={`break-anywhere overflow-hidden ${classes.quote}`} dir="auto">
          {citation.quote}
        </span>
      </span>
    </span>
  );
};
