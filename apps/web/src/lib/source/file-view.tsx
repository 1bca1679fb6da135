import type { ShownFile } from '@atelier/contracts/assistants/chat/shown-file';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { typeOfFile } from '../records/record-files.ts';
import { send } from '../server/http.ts';
import { scrollRegion } from './scroll-region.ts';
import classes from './shown-file.module.css';
import { SentenceContext, SourceText } from './source-text.tsx';
import { useShownFile } from './use-shown-file.ts';

const PdfSource = lazy(() => import('./pdf-source.tsx').then((loaded) => ({ default: loaded.PdfSource })));

interface FileAtUrl {
  id: string;
  name: string;
  /** In bytes. */
  size: number;
  /** The address of its bytes. */
  url: string;
}

/** A place in a file that the reader wants to see. */
export interface FilePlace {
  page: number;
  /** The text that is marked on the page. */
  quote: string;
  /** The range that is marked in the text. */
  passage: { start: number; end: number };
  /** Increases whenever the reader asks for a place, also for the same one. */
  turn: number;
}

interface FileViewProps {
  file: FileAtUrl;
  /** Reads how the file is shown. */
  readShown: (as: 'FILE' | 'TEXT') => Promise<ShownFile>;
  place?: FilePlace | undefined;
}

const useShown = ({ file, readShown }: FileViewProps, as: 'FILE' | 'TEXT') =>
  useShownFile(file.url, readShown, as);

/** Reads a file, or a range of its bytes, both ends included. */
const readBytes = async (
  url: string,
  range?: { start: number; end: number },
): Promise<Uint8Array<ArrayBuffer>> => {
  const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end}` } : {};
  const response = await send({ method: 'GET', path: url, headers });
  if (!response.ok) throw new Error('The file could not be read. Please try again.');
  return new Uint8Array(await response.arrayBuffer());
};

const usePicture = (url: string) => useQuery({ queryKey: ['picture', url], queryFn: () => readBytes(url) });

const nothing = { start: 0, end: 0 };

const Text = ({ shown, place }: { shown: ShownFile; place: FilePlace | undefined }) => {
  const source = useMemo(() => {
    const { form, sections } = shown;
    return form === 'PICTURE' ? undefined : { form, sections, citation: place?.passage ?? nothing };
  }, [shown, place]);
  return (
    <section className={classes.document} {...scrollRegion} aria-label="Text of the document">
      <SentenceContext value={place?.quote ?? ''}>
        {source ? <SourceText source={source} /> : null}
      </SentenceContext>
      {shown.isWhole ? null : (
        <p className="note">The text is longer. Download the file to read all of it.</p>
      )}
    </section>
  );
};

/** The text that was read from a file. */
const AsText = (view: FileViewProps) => (
  <QueryView query={useShown(view, 'TEXT')} errorTitle="The text could not be shown">
    {(shown) => <Text shown={shown} place={view.place} />}
  </QueryView>
);

const Drawn = ({ bytes, name }: { bytes: Uint8Array<ArrayBuffer>; name: string }) => {
  const draw = useCallback(
    (image: HTMLImageElement) => {
      const address = URL.createObjectURL(new Blob([bytes], { type: typeOfFile(name) ?? '' }));
      image.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [bytes, name],
  );
  return <img ref={draw} className={classes.picture} alt={name} />;
};

const Picture = ({ file: { url, name } }: Pick<FileViewProps, 'file'>) => (
  <QueryView query={usePicture(url)} errorTitle="The picture could not be shown">
    {(bytes) => <Drawn bytes={bytes} name={name} />}
  </QueryView>
);

const Pages = (view: FileViewProps) => {
  const { file, place } = view;
  const [isText, setIsText] = useState(false);
  const [isBroken, setIsBroken] = useState(false);
  const { url } = file;
  const read = useCallback((start: number, end: number) => readBytes(url, { start, end }), [url]);
  const onFailure = useCallback(() => setIsBroken(true), []);
  return (
    <>
      {isBroken ? (
        <p className="note">The page could not be drawn. This is its text.</p>
      ) : (
        <Button variant="default" size="compact-sm" onClick={() => setIsText(!isText)}>
          {isText ? 'Show the page' : 'Show the text'}
        </Button>
      )}
      {isText || isBroken ? (
        <AsText {...view} />
      ) : (
        <Suspense fallback={<p className="note">Opening the page…</p>}>
          <PdfSource
            {...{ name: file.name, bytes: file.size, read, onFailure }}
            page={place?.page ?? 1}
            quote={place?.quote ?? ''}
            turn={place?.turn}
          />
        </Suspense>
      )}
    </>
  );
};

const InForm = ({ shown, ...view }: FileViewProps & { shown: ShownFile }) => {
  if (shown.form === 'PICTURE') return <Picture file={view.file} />;
  return shown.fileBytes === null ? <Text shown={shown} place={view.place} /> : <Pages {...view} />;
};

/** A file of a record or of a run as it is shown: the page of a PDF, a picture, a table or a text. */
export const FileView = (view: FileViewProps) => (
  <div className={`stack-2 one-column items-start ${classes.viewer}`}>
    <QueryView query={useShown(view, 'FILE')} errorTitle={`${view.file.name} cannot be shown here`}>
      {(shown) => <InForm {...view} shown={shown} />}
    </QueryView>
  </div>
);
