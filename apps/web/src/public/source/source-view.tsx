import type { Citation } from '@atelier/contracts/assistants/chat/chat';
import { describePosition } from '@atelier/contracts/content/documents/document-position';
import { lazy, Suspense, useCallback, useState } from 'react';
import classes from '../../lib/source/source.module.css';
import { SourceText } from '../../lib/source/source-text.tsx';
import { getSource, readSourceFile, type Source, sourceFileAddress } from '../api.ts';
import type { ChatLink } from '../model/link.ts';
import { useLoaded } from '../use-loaded.ts';

const PdfSource = lazy(() =>
  import('../../lib/source/pdf-source.tsx').then((loaded) => ({ default: loaded.PdfSource })),
);
const MarkdownSource = lazy(() =>
  import('../../lib/source/markdown-source.tsx').then((loaded) => ({ default: loaded.MarkdownSource })),
);
const RecordingSource = lazy(() =>
  import('./recording-source.tsx').then((loaded) => ({ default: loaded.RecordingSource })),
);

interface SourceProps {
  link: ChatLink;
  queryId: string;
  citation: Citation;
}

const Opening = () => (
  <p className="muted small margin-top-3" role="status">
    Opening the source…
  </p>
);

interface FileProps extends SourceProps {
  source: Source;
  onFailure: () => void;
}

const Pdf = ({ link, queryId, citation, source, onFailure }: FileProps) => {
  const { index } = citation;
  const read = useCallback(
    (start: number, end: number) => readSourceFile(link, { queryId, index }, { start, end }),
    [link, queryId, index],
  );
  return (
    <PdfSource
      name={citation.documentName}
      bytes={source.fileBytes ?? 0}
      read={read}
      page={citation.page ?? 1}
      quote={citation.quote}
      onFailure={onFailure}
    />
  );
};

const Markdown = ({ link, queryId, citation, source }: FileProps) => {
  const loaded = useLoaded(`file ${queryId} ${citation.index}`, () =>
    readSourceFile(link, { queryId, index: citation.index }),
  );
  if (loaded.state === 'loading') return <Opening />;
  if (loaded.state === 'failed') return <SourceText source={source} />;
  return <MarkdownSource text={new TextDecoder().decode(loaded.value)} quote={citation.quote} />;
};

const Recording = ({ link, queryId, citation, source, onFailure }: FileProps) => (
  <RecordingSource
    name={citation.documentName}
    address={sourceFileAddress(link, { queryId, index: citation.index })}
    source={source}
    onFailure={onFailure}
  />
);

/** Chooses between the file and its text. A chunk that was written by hand exists only in the text. */
const chooseSourceForm = ({ citation, source }: Pick<FileProps, 'citation' | 'source'>, isText: boolean) =>
  source.fileBytes === null || citation.edited || isText ? 'TEXT' : source.form;

const InForm = ({ form, ...props }: FileProps & { form: Source['form'] }) => {
  if (form === 'PDF') return <Pdf {...props} />;
  if (form === 'MARKDOWN') return <Markdown {...props} />;
  if (form === 'SOUND' || form === 'FILM') return <Recording {...props} />;
  return <SourceText source={props.source} />;
};

/** Shows the file itself where its format can be displayed, otherwise its text. */
const Shown = (props: Omit<FileProps, 'onFailure'>) => {
  const { source } = props;
  const [isText, setText] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const onFailure = useCallback(() => setBroken(true), []);
  const form = chooseSourceForm(props, isText || isBroken);
  const broken = source.form === 'PDF' ? 'The page could not be drawn' : 'The recording could not be played';
  return (
    <>
      {isBroken ? <p className="muted small margin-top-3">{broken}. This is its text.</p> : null}
      {chooseSourceForm(props, isBroken) === 'PDF' ? (
        <button type="button" className={`box text-color ${classes.turn}`} onClick={() => setText(!isText)}>
          {isText ? 'Show the page' : 'Show the text'}
        </button>
      ) : null}
      <Suspense fallback={<Opening />}>
        <InForm form={form} {...props} onFailure={onFailure} />
      </Suspense>
    </>
  );
};

/** Shows the source of a citation in the form of its format, with the chunk marked. */
export const SourceView = ({ link, queryId, citation }: SourceProps) => {
  const { index, markAt } = citation;
  const loaded = useLoaded(`${queryId} ${index} ${markAt}`, () =>
    getSource(link, { queryId, index, markAt }),
  );
  const position = describePosition(citation);
  const facts = [position, citation.heading?.split(' > ').join(' › ')].filter((fact) => fact !== undefined);
  return (
    <div className={`beside-3 flex-column ${classes.source}`}>
      {facts.length > 0 ? (
        <p className="note" dir="auto">
          {facts.join(' · ')}
        </p>
      ) : null}
      {citation.edited ? (
        <p className="muted small margin-top-3">Edited by hand: this may differ from what was imported.</p>
      ) : null}
      {loaded.state === 'loading' ? <Opening /> : null}
      {loaded.state === 'ready' ? (
        <Shown link={link} queryId={queryId} citation={citation} source={loaded.value} />
      ) : null}
      {loaded.state === 'failed' ? (
        <>
          <p className="muted small margin-top-3">
            {loaded.error instanceof Error ? loaded.error.message : 'The source could not be opened.'}
          </p>
          <blockquote className={`flat ${classes.quote}`} dir="auto">
            {citation.quote}
          </blockquote>
        </>
      ) : null}
    </div>
  );
};
