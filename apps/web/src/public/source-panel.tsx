import type { Citation } from '@atelier/contracts';
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

const Passage = ({ source }: { source: Source }) => {
  const mark = useRef<HTMLElement>(null);
  useEffect(() => mark.current?.scrollIntoView({ block: 'center' }), []);
  let isFirst = true;
  return source.sections.map((section) => (
    <section key={section.ordinal} className={classes.section}>
      {section.page === null ? null : <h3>Page {section.page}</h3>}
      <p>
        {markPassage(section, source.citation).map(({ text, isMarked, start }) => {
          if (!isMarked) return <span key={start}>{text}</span>;
          const ref = isFirst ? mark : undefined;
          isFirst = false;
          return (
            <mark key={start} ref={ref}>
              {text}
            </mark>
          );
        })}
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
