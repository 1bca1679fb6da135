import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount, formatFileSize } from '../../../lib/format.ts';
import { sumFileSizes } from '../files/index.ts';
import { SourceIcon } from './source-icon.tsx';

const shownFiles = 8;

interface ChosenFilesProps {
  files: File[];
  onChange: (files: File[]) => void;
}

/** Lists the chosen files, any of which can be removed. */
export const ChosenFiles = ({ files, onChange }: ChosenFilesProps) => {
  const [areAllShown, setAllShown] = useState(false);
  if (files.length === 0) return null;
  const shown = areAllShown ? files : files.slice(0, shownFiles);
  return (
    <div>
      <p className="muted small tabular below-2" role="status">
        {formatCount(files.length, 'file')}, {formatFileSize(sumFileSizes(files))}
      </p>
      <ul className="stack-1 bare small">
        {shown.map((file, index) => (
          <li key={`${index} ${file.name}`} className="line-2">
            <SourceIcon type="FILE" name={file.name} />
            <span className="min-0 truncate grow">{file.name}</span>
            <span className="muted tabular">{formatFileSize(file.size)}</span>
            <ActionIcon
              size="sm"
              aria-label={`Leave out ${file.name}`}
              onClick={() => onChange(files.filter((each) => each !== file))}
            >
              <IconX size={14} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {shown.length < files.length ? (
        <Button size="xs" variant="subtle" onClick={() => setAllShown(true)}>
          Show all {formatCount(files.length, 'file')}
        </Button>
      ) : null}
      {files.length > 1 ? (
        <Button size="xs" variant="subtle" onClick={() => onChange([])}>
          Leave out all
        </Button>
      ) : null}
    </div>
  );
};
