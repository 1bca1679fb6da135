import type { ParsedSource, WorkerRecord } from '@atelier/contracts/build/workers/record-shapes';
import { useState } from 'react';
import { formatMoment } from '../../../../lib/format.ts';
import { typeOfFile } from '../../../../lib/records/record-files.ts';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { inputWords } from '../model/worker-words.ts';
import { Document } from './document.tsx';
import { DocumentList } from './document-list.tsx';
import classes from './record.module.css';
import { textOfInput } from './record-words.ts';

/** A region that scrolls by itself, which the keyboard must be able to reach. */
const scrolls = { role: 'region', tabIndex: 0 };

const isMoment = /^\d{4}-\d\d-\d\dT/;

const parsedWords = [
  ['from', 'From'],
  ['fromEmail', 'Address'],
  ['subject', 'Subject'],
  ['date', 'Date'],
  ['attachment', 'Attachment'],
] as const;

/** Leads write dates as they like. */
const dateInWords = (date: string): string => (isMoment.test(date) ? formatMoment(date) : date);

/** The fields of a mail or a lead. */
const Parsed = ({ source }: { source: ParsedSource }) => (
  <>
    <dl className={classes.parsed}>
      {parsedWords.map(([name, label]) =>
        source[name] === '' ? null : (
          <div key={name}>
            <dt>{label}</dt>
            <dd>{name === 'date' ? dateInWords(source.date) : source[name]}</dd>
          </div>
        ),
      )}
    </dl>
    {source.body === '' ? null : (
      <div {...scrolls} className={classes.text} aria-label={source.kind === 'LEAD' ? 'Comments' : 'Text'}>
        {source.body}
      </div>
    )}
  </>
);

/** The document that a record is about, which is shown from the start. */
const firstShown = ({ input, source }: WorkerRecord): string | undefined =>
  typeof input === 'object' && 'file' in input
    ? source.files.find(({ name }) => typeOfFile(name) !== undefined)?.id
    : undefined;

/** What a record was given: its document, the fields of a mail, and a text. */
export const InputPanel = ({ record }: { record: WorkerRecord }) => {
  const { source, parsedSource, input, recordId } = record;
  const [shownId, setShownId] = useState(() => firstShown(record));
  const shown = source.files.find(({ id }) => id === shownId);
  const own = textOfInput(input);
  // A document that is shown is not repeated as text, but what was said about it is.
  const text = source.text === '' || (shown && parsedSource === null) ? own : source.text;
  return (
    <Panel title="Input" description={`From: ${inputWords[record.inputKind].label.toLowerCase()}`}>
      <div className={classes.input}>
        {parsedSource ? <Parsed source={parsedSource} /> : null}
        {parsedSource === null && text !== '' ? (
          <div {...scrolls} className={classes.text} aria-label="Text">
            {text}
          </div>
        ) : null}
        {source.files.length === 0 ? null : (
          <DocumentList label="Files" files={source.files} shownId={shownId} onShow={setShownId} />
        )}
        {shown ? <Document key={shown.id} recordId={recordId} file={shown} /> : null}
      </div>
    </Panel>
  );
};
