import type { RecordFile, ShownFile } from '@atelier/contracts/build/workers/record-shapes';
import { Button } from '@mantine/core';
import { lazy, Suspense, useCallback, useState } from 'react';
import { typeOfFile } from '../../../../lib/records/record-files.ts';
import { scrollRegion } from '../../../../lib/source/scroll-region.ts';
import { SourceText } from '../../../../lib/source/source-text.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { readBytes, usePicture, useShownFile } from './api.ts';
import classes from './record.module.css';

const PdfSource = lazy(() =>
  import('../../../../lib/source/pdf-source.tsx').then((loaded) => ({ default: loaded.PdfSource })),
);

interface DocumentProps {
  recordId: string;
  file: RecordFile;
}

const nothing = { start: 0, end: 0 };

const Text = ({ shown: { form, sections, isWhole } }: { shown: ShownFile }) => (
  <section className={classes.document} {...scrollRegion} aria-label="Text of the document">
    {form === 'PICTURE' ? null : <SourceText source={{ form, sections, citation: nothing }} />}
    {isWhole ? null : (
      <p className={classes.note}>The text is longer. Download the file to read all of it.</p>
    )}
  </section>
);

/** The text that was read from a document, as the worker reads it. */
const AsText = ({ recordId, file }: DocumentProps) => (
  <QueryView query={useShownFile(recordId, file.id, 'TEXT')} errorTitle="The text could not be shown">
    {(shown) => <Text shown={shown} />}
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

const Picture = ({ file: { url, name } }: { file: RecordFile }) => (
  <QueryView query={usePicture(url)} errorTitle="The picture could not be shown">
    {(bytes) => <Drawn bytes={bytes} name={name} />}
  </QueryView>
);

const Pages = ({ recordId, file }: DocumentProps) => {
  const [isText, setIsText] = useState(false);
  const [isBroken, setIsBroken] = useState(false);
  const { url } = file;
  const read = useCallback((start: number, end: number) => readBytes(url, { start, end }), [url]);
  const onFailure = useCallback(() => setIsBroken(true), []);
  return (
    <>
      {isBroken ? (
        <p className={classes.note}>The page could not be drawn. This is its text.</p>
      ) : (
        <Button variant="default" size="compact-sm" onClick={() => setIsText(!isText)}>
          {isText ? 'Show the page' : 'Show the text'}
        </Button>
      )}
      {isText || isBroken ? (
        <AsText recordId={recordId} file={file} />
      ) : (
        <Suspense fallback={<p className={classes.note}>Opening the page…</p>}>
          <PdfSource {...{ name: file.name, bytes: file.size, read, onFailure }} page={1} quote="" />
        </Suspense>
      )}
    </>
  );
};

const InForm = ({ shown, ...document }: DocumentProps & { shown: ShownFile }) => {
  if (shown.form === 'PICTURE') return <Picture file={document.file} />;
  return shown.fileBytes === null ? <Text shown={shown} /> : <Pages {...document} />;
};

/** A document of a record beside what was done with it: the page of a PDF, a picture, a table or a text. */
export const Document = ({ recordId, file }: DocumentProps) => (
  <div className={classes.viewer}>
    <QueryView
      query={useShownFile(recordId, file.id, 'FILE')}
      errorTitle={`${file.name} cannot be shown here`}
    >
      {(shown) => <InForm shown={shown} recordId={recordId} file={file} />}
    </QueryView>
  </div>
);
