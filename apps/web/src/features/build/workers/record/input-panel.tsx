import type { ParsedSource, RecordFile, WorkerRecord } from '@atelier/contracts/build/workers/record-shapes';
import { IconFileText } from '@tabler/icons-react';
import { formatFileSize } from '../../../../lib/format.ts';
import { shortFileName } from '../../../../lib/records/record-files.ts';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { inputWords } from '../model/worker-words.ts';
import classes from './record.module.css';
import { textOfInput } from './record-words.ts';

/** A region that scrolls by itself, which the keyboard must be able to reach. */
const scrolls = { role: 'region', tabIndex: 0 };

const parsedWords = [
  ['from', 'From'],
  ['fromEmail', 'Address'],
  ['subject', 'Subject'],
  ['date', 'Date'],
  ['attachment', 'Attachment'],
] as const;

/** The fields of a mail or a lead. */
const Parsed = ({ source }: { source: ParsedSource }) => (
  <>
    <dl className={classes.parsed}>
      {parsedWords.map(([name, label]) =>
        source[name] === '' ? null : (
          <div key={name}>
            <dt>{label}</dt>
            <dd>{source[name]}</dd>
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

const File = ({ file }: { file: RecordFile }) => (
  <li>
    <a className={classes.file} href={file.url} target="_blank" rel="noopener" title={file.name}>
      <IconFileText size={18} aria-hidden="true" />
      <span>{shortFileName(file.name)}</span>
      <span className={classes.note}>{formatFileSize(file.size)}</span>
    </a>
  </li>
);

/** What a record was given: the fields of a mail, a text, and files. */
export const InputPanel = ({ record }: { record: WorkerRecord }) => {
  const { source, parsedSource, input } = record;
  const own = textOfInput(input);
  const text = source.text === '' ? own : source.text;
  return (
    <Panel title="Input" description={`From: ${inputWords[record.inputKind].label.toLowerCase()}`}>
      <div className={classes.input}>
        {source.files.length === 0 ? null : (
          <ul className={classes.files} aria-label="Files">
            {source.files.map((file) => (
              <File key={file.url} file={file} />
            ))}
          </ul>
        )}
        {parsedSource ? <Parsed source={parsedSource} /> : null}
        {parsedSource === null && text !== '' ? (
          <div {...scrolls} className={classes.text} aria-label="Text">
            {text}
          </div>
        ) : null}
      </div>
    </Panel>
  );
};
