import type { Citation } from '@atelier/contracts';
import { lazy, Suspense, useMemo } from 'react';
import classes from './chat.module.css';
import { citePrefix, linkCitations } from './model/cite-links.ts';

const Renderer = lazy(() =>
  import('../ui/markdown-renderer.tsx').then((loaded) => ({ default: loaded.MarkdownRenderer })),
);

interface AnswerTextProps {
  answer: string;
  citations: readonly Citation[];
  onOpen: (citation: Citation) => void;
}

const placeOf = (citation: Citation): string =>
  citation.page === undefined ? citation.documentName : `${citation.documentName}, page ${citation.page}`;

/** The answer as Markdown, its citation marks as buttons that open the source. */
export const AnswerText = ({ answer, citations, onOpen }: AnswerTextProps) => {
  const byNumber = useMemo(
    () => new Map(citations.map((citation) => [citation.index, citation])),
    [citations],
  );
  const text = linkCitations(answer, new Set(byNumber.keys()));
  const components = useMemo(
    () => ({
      a: ({ href, children }: { href?: string | undefined; children?: React.ReactNode }) => {
        const citation = href?.startsWith(citePrefix)
          ? byNumber.get(Number(href.slice(citePrefix.length)))
          : undefined;
        if (citation) {
          return (
            <button
              type="button"
              className={classes.mark}
              aria-label={`Source ${citation.index}: ${placeOf(citation)}`}
              onClick={() => onOpen(citation)}
            >
              {children}
            </button>
          );
        }
        const safe = href !== undefined && /^(https?:|mailto:)/i.test(href);
        return safe ? (
          <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
            {children}
          </a>
        ) : (
          <span>{children}</span>
        );
      },
    }),
    [byNumber, onOpen],
  );
  return (
    <Suspense fallback={<p className={classes.plain}>{answer}</p>}>
      <Renderer components={components}>{text}</Renderer>
    </Suspense>
  );
};

/** The sources of an answer, one line each, under it. */
export const SourceList = ({ citations, onOpen }: Omit<AnswerTextProps, 'answer'>) => (
  <ol className={classes.sources} aria-label="Sources">
    {citations.map((citation) => (
      <li key={citation.index}>
        <button type="button" className={classes.source} onClick={() => onOpen(citation)}>
          <span className={classes.number}>{citation.index}</span>
          <span className={classes.sourceName}>{citation.documentName}</span>
          {citation.page === undefined ? null : (
            <span className={classes.sourcePage}>p. {citation.page}</span>
          )}
        </button>
      </li>
    ))}
  </ol>
);
