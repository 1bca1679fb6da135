import type { ParsedSource, WorkerRecord } from '@atelier/contracts/assistants/workers/record-shapes';
import { formatMoment } from '../../../../lib/format.ts';
import { useShowChunk } from '../../../../lib/source/source-text.tsx';
import { Facts } from '../../../../ui/content/facts.tsx';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { cameFrom } from '../model/worker-words.ts';
import { Document } from './document.tsx';
import { DocumentList } from './document-list.tsx';
import { chooseShownText } from './places.ts';
import type { ShownPlace } from './places-context.ts';
import classes from './record.module.css';

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
  <Facts
    layout="beside"
    facts={parsedWords.map(([name, label]) => [
      label,
      name === 'date' && source.date !== '' ? dateInWords(source.date) : source[name] || null,
    ])}
  />
);

interface TextProps {
  text: string;
  label: string;
  /** The place in it that the reader wants to see. */
  place: ShownPlace | undefined;
}

const Text = ({ text, label, place }: TextProps) => {
  const root = useShowChunk(place);
  const { start, end } = place?.passage ?? { start: 0, end: 0 };
  return (
    <div {...scrolls} ref={root} className={classes.text} aria-label={label}>
      {start === end ? (
        text
      ) : (
        <>
          {text.slice(0, start)}
          <mark data-chunk>{text.slice(start, end)}</mark>
          {text.slice(end)}
        </>
      )}
    </div>
  );
};

const labelOf = (parsed: ParsedSource | null): string => (parsed?.kind === 'LEAD' ? 'Comments' : 'Text');

interface InputPanelProps {
  record: WorkerRecord;
  /** The id of the file that is shown. */
  shownId: string | undefined;
  onShow: (fileId: string | undefined) => void;
  place: ShownPlace | undefined;
}

/** The input of a record: its document, the fields of a mail, and a text. */
export const InputPanel = ({ record, shownId, onShow, place }: InputPanelProps) => {
  const { source, parsedSource, recordId } = record;
  const shown = source.files.find(({ id }) => id === shownId);
  const text = chooseShownText(record, shown !== undefined);
  const isInText = place !== undefined && place.fileId === null;
  return (
    <Panel title="Input" description={`From: ${cameFrom(record.inputKind).toLowerCase()}`}>
      <div className="stack-4 one-column">
        {parsedSource ? <Parsed source={parsedSource} /> : null}
        {text === '' ? null : (
          <Text text={text} label={labelOf(parsedSource)} place={isInText ? place : undefined} />
        )}
        {source.files.length === 0 ? null : (
          <DocumentList label="Files" files={source.files} shownId={shownId} onShow={onShow} />
        )}
        {shown ? (
          <Document
            key={shown.id}
            recordId={recordId}
            file={shown}
            place={place?.fileId === shown.id ? place : undefined}
          />
        ) : null}
      </div>
    </Panel>
  );
};
