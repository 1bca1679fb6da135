import type { Citation } from '@atelier/contracts/assistants/chat/chat';
import { listUniqueSources } from '@atelier/contracts/assistants/chat/citations';
import { describePosition } from '@atelier/contracts/content/documents/document-position';
import { createContext, lazy, type ReactNode, Suspense, useContext, useDeferredValue, useMemo } from 'react';
import classes from '../chat.module.css';
import { findLinkedCitation, linkCitations, withoutMarkers, withoutOpenMarker } from '../model/cite-links.ts';
import { CitationMark } from './citation-mark.tsx';

const loadRenderer = () => import('../../ui/content/markdown-renderer.tsx');
const Renderer = lazy(() => loadRenderer().then((loaded) => ({ default: loaded.MarkdownRenderer })));

/** Loads the code that renders answers while the question is being sent. */
export const prepareAnswers = (): void => void loadRenderer().catch(() => undefined);

interface AnswerTextProps {
  answer: string;
  citations: readonly Citation[];
  /** True while the answer is still arriving, so that its last citation mark may be incomplete. */
  isWriting?: boolean;
  onOpen: (citation: Citation) => void;
}

type Cited = Pick<AnswerTextProps, 'citations' | 'onOpen'>;

// The link component must not change while an answer grows: React would mount the new one afresh, and the link would lose the
// focus.
const CitedContext = createContext<Cited>({ citations: [], onOpen: () => undefined });

const describeSource = (citation: Citation): string => {
  const position = describePosition(citation);
  return position === undefined
    ? citation.documentName
    : `${citation.documentName}, ${position.toLowerCase()}`;
};

/** Draws a citation mark as a button that opens its source, and any other link as a link. */
const AnswerLink = ({ href = '', children }: { href?: string | undefined; children?: ReactNode }) => {
  const { citations, onOpen } = useContext(CitedContext);
  const citation = findLinkedCitation(href, citations);
  if (citation) {
    return (
      <CitationMark
        citation={citation}
        label={`Source ${citation.index}: ${describeSource(citation)}`}
        onOpen={onOpen}
      >
        {children}
      </CitationMark>
    );
  }
  return /^(https?:|mailto:)/i.test(href) ? (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
      {children}
    </a>
  ) : (
    <span>{children}</span>
  );
};

const components = { a: AnswerLink };

/** Draws an answer as Markdown, with its citation marks as buttons that open the sources. */
export const AnswerText = ({ answer, citations, isWriting = false, onOpen }: AnswerTextProps) => {
  const cited = useMemo(() => ({ citations, onOpen }), [citations, onOpen]);
  // Typing in the question field has priority; the text of the answer may appear a frame later.
  const shown = useDeferredValue(isWriting ? withoutOpenMarker(answer) : answer);
  const text = useMemo(() => linkCitations(shown, citations), [shown, citations]);
  return (
    <CitedContext value={cited}>
      <Suspense
        fallback={
          <p className="flat pre-wrap" dir="auto">
            {withoutMarkers(shown)}
          </p>
        }
      >
        <Renderer components={components}>{text}</Renderer>
      </Suspense>
    </CitedContext>
  );
};

/** Lists the sources below an answer, one line each. */
export const SourceList = ({ citations, onOpen }: Pick<AnswerTextProps, 'citations' | 'onOpen'>) => (
  <ol className={`wrap-2 no-pad no-bullets ${classes.sources}`} aria-label="Sources">
    {listUniqueSources(citations).map((citation) => {
      const position = describePosition(citation)?.replace('Page', 'p.');
      return (
        <li key={citation.index}>
          <button
            type="button"
            className={`line-2 surface-box text-color small ${classes.source}`}
            onClick={() => onOpen(citation)}
          >
            <span className={`tile accent-soft tiny bold ${classes.number}`}>{citation.index}</span>
            <span className="truncate" dir="auto">
              {citation.documentName}
            </span>
            {position === undefined ? null : <span className="muted rigid">{position}</span>}
            {citation.edited ? <span className="muted rigid">edited</span> : null}
          </button>
        </li>
      );
    })}
  </ol>
);
