import type { Citation } from '@atelier/contracts/assistants/chat/chat';
import { listUniqueSources } from '@atelier/contracts/assistants/chat/citations';
import { describePosition } from '@atelier/contracts/content/documents/document-position';
import { useState } from 'react';
import { Icon } from '../../lib/icons.tsx';
import { getSource, type Source } from '../api.ts';
import classes from '../chat.module.css';
import type { ChatLink } from '../model/link.ts';

interface SourcesPdfProps {
  link: ChatLink;
  queryId: string;
  question: string;
  citations: readonly Citation[];
}

/** Returns the text of the document in which the quotes stand; a quote itself where its text is not there, or was removed since. */
const readCited = async (
  { link, queryId, citations }: SourcesPdfProps,
  { index }: Citation,
): Promise<string> => {
  const quotes = citations.filter((citation) => citation.index === index);
  const source = await getSource(link, { queryId, index }).catch(() => undefined);
  const isIn = ({ start, text }: Source['sections'][number], quote: Citation) =>
    start < quote.end && start + text.length > quote.start;
  const cited = source?.sections.filter((section) => quotes.some((quote) => isIn(section, quote))) ?? [];
  const missing = quotes.filter((quote) => !cited.some((section) => isIn(section, quote)));
  return [...cited.map(({ text }) => text.trim()), ...missing.map(({ quote }) => quote)].join('\n\n');
};

const toPdfItem = async (props: SourcesPdfProps, citation: Citation) => ({
  title: [citation.documentName, describePosition(citation)].filter(Boolean).join(', '),
  id: citation.chunkId,
  text: await readCited(props, citation),
});

/** Saves the sources of an answer as a PDF. The code that draws it is loaded when somebody wants one. */
export const SourcesPdf = (props: SourcesPdfProps) => {
  const [state, setState] = useState<'idle' | 'running' | 'failed'>('idle');
  const save = async () => {
    setState('running');
    try {
      const [{ savePdf }, ...items] = await Promise.all([
        import('../../lib/pdf/save-pdf.ts'),
        ...listUniqueSources(props.citations).map((citation) => toPdfItem(props, citation)),
      ]);
      await savePdf(items, props.question.slice(0, 60));
      setState('idle');
    } catch {
      setState('failed');
    }
  };
  return (
    <>
      <button
        type="button"
        className={classes.action}
        disabled={state === 'running'}
        onClick={() => void save()}
      >
        <Icon name="document" size={15} />
        Sources as PDF
      </button>
      {state === 'failed' ? (
        <span className={classes.failure} role="alert">
          Oops! There was a problem downloading your PDF.
        </span>
      ) : null}
    </>
  );
};
