import type { Citation } from '@atelier/contracts/build/chat/chat';
import { describePosition } from '@atelier/contracts/content/documents/document-position';
import { useState } from 'react';
import { getSource } from '../api.ts';
import classes from '../chat.module.css';
import { Icon } from '../icons.tsx';
import type { ChatLink } from '../model/link.ts';

interface SourcesPdfProps {
  link: ChatLink;
  queryId: string;
  question: string;
  citations: readonly Citation[];
}

/** Returns the text of the document in which the quote stands; the quote itself where the document was removed since. */
const readCited = async ({ link, queryId }: SourcesPdfProps, citation: Citation): Promise<string> => {
  const source = await getSource(link, { queryId, index: citation.index }).catch(() => undefined);
  const cited = source?.sections.filter(
    ({ start, text }) => start < citation.end && start + text.length > citation.start,
  );
  return cited?.map(({ text }) => text.trim()).join('\n\n') || citation.quote;
};

const itemOf = async (props: SourcesPdfProps, citation: Citation) => ({
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
        ...props.citations.map((citation) => itemOf(props, citation)),
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
