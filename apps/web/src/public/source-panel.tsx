import type { Citation } from '@atelier/contracts/chat';
import { placeInWords } from '@atelier/contracts/document-place';
import { useEffect, useRef } from 'react';
import { getSource, type Source } from './api.ts';
import classes from './chat.module.css';
import type { ChatLink } from './model/link.ts';
import { markPassage } from './model/mark-passage.ts';
import { Panel } from './panel.tsx';
import { useLoaded } from './use-loaded.ts';

interface SourcePanelProps {
  link: ChatLink;
  queryId: string;
  citation: Citation;
  onClose: () => void;
}

const PlaceHeading = ({ place }: { place: string | undefined }) =>
  place === undefined ? null : <h3>{place}</h3>;

const Passage = ({ source }: { source: Source }) => {
  const mark = useRef<HTMLElement>(null);
  // In braces: newer browsers return a promise from scrolling, which React would take for a clean-up.
  useEffect(() => {
    mark.current?.scrollIntoView({ block: 'center' });
  }, []);
  const sections = source.sections.map((section) => ({
    ...section,
    pieces: markPassage(section, source.citation),
  }));
  // A passage that goes over a page is marked on both; the first mark is where reading begins.
  const first = sections.flatMap((section) => section.pieces).find((piece) => piece.isMarked);
  return sections.map((section) => (
    <section key={section.ordinal} className={classes.section}>
      <PlaceHeading place={placeInWords(section)} />
      <p>
        {section.pieces.map((piece) =>
          piece.isMarked ? (
            <mark key={piece.start} ref={piece === first ? mark : undefined}>
              {piece.text}
            </mark>
          ) : (
            <span key={piece.start}>{piece.text}</span>
          ),
        )}
      </p>
    </section>
  ));
};

/** The source of a citation, open at its page with the passage marked. */
export const SourcePanel = ({ link, queryId, citation, onClose }: SourcePanelProps) => {
  const loaded = useLoaded(`${queryId} ${citation.index}`, () =>
    getSource(link, { queryId, index: citation.index }),
  );
  return (
    <Panel title={citation.documentName} onClose={onClose}>
      {citation.heading ? <p className={classes.heading}>{citation.heading}</p> : null}
      {citation.edited ? (
        <p className={classes.note}>Edited by hand: this may differ from what was imported.</p>
      ) : null}
      {loaded.state === 'loading' ? <p className={classes.note}>Opening the source…</p> : null}
      {loaded.state === 'ready' ? <Passage source={loaded.value} /> : null}
      {loaded.state === 'failed' ? (
        <>
          <p className={classes.note}>
            {loaded.error instanceof Error ? loaded.error.message : 'The source could not be opened.'}
          </p>
          <blockquote className={classes.quote}>{citation.quote}</blockquote>
        </>
      ) : null}
    </Panel>
  );
};
