import type { RecordFile } from '@atelier/contracts/assistants/workers/record-shapes';
import { ActionIcon, Button } from '@mantine/core';
import { IconDownload, IconExternalLink, IconFileText } from '@tabler/icons-react';
import { formatFileSize } from '../../../../lib/format.ts';
import { isSavedAsText, openFile, shortFileName, typeOfFile } from '../../../../lib/records/record-files.ts';
import classes from './record.module.css';

interface DocumentListProps {
  label: string;
  files: readonly RecordFile[];
  /** The id of the file that is shown. */
  shownId: string | undefined;
  onShow: (fileId: string | undefined) => void;
}

const Line = ({
  file,
  shownId,
  onShow,
}: { file: RecordFile } & Pick<DocumentListProps, 'shownId' | 'onShow'>) => {
  const { id, name, size } = file;
  const isShown = id === shownId;
  const opening = isSavedAsText(name) ? 'Download' : 'Open in a new tab';
  return (
    <li className={`row-1-2 ${classes.line}`}>
      <IconFileText size={18} aria-hidden="true" />
      <span className="break-anywhere" title={name}>
        {shortFileName(name)}
      </span>
      <span className="note">{formatFileSize(size)}</span>
      <span className="line-1 push">
        {typeOfFile(name) === undefined ? null : (
          <Button
            variant="default"
            size="compact-sm"
            aria-expanded={isShown}
            aria-label={`${isShown ? 'Hide' : 'Show'} ${shortFileName(name)}`}
            onClick={() => onShow(isShown ? undefined : id)}
          >
            {isShown ? 'Hide' : 'Show'}
          </Button>
        )}
        <ActionIcon
          variant="subtle"
          aria-label={`${opening}: ${shortFileName(name)}`}
          title={opening}
          onClick={() => void openFile(file)}
        >
          {isSavedAsText(name) ? <IconDownload size={18} /> : <IconExternalLink size={18} />}
        </ActionIcon>
      </span>
    </li>
  );
};

/** Files of a record. One that has a type can be shown here; each can be opened or downloaded. */
export const DocumentList = ({ label, files, shownId, onShow }: DocumentListProps) => (
  <ul className="stack-1 bare" aria-label={label}>
    {files.map((file) => (
      <Line key={file.id} file={file} shownId={shownId} onShow={onShow} />
    ))}
  </ul>
);
