import { Button } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconUpload } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import classes from './file-drop.module.css';

interface RefusedFile {
  name: string;
  reason: string;
}

interface FileDropProps {
  onFiles: (files: File[]) => void;
  /** What may be dropped, in words: "PDF, Word, Excel … up to 200 MB each". */
  hint: ReactNode;
  /** Endings with their dot: `['.pdf', '.docx']`. Nothing given: everything. */
  endings?: string[];
  /** Bytes. */
  maxSize?: number;
  maxFiles?: number;
  title?: string;
  compact?: boolean;
  disabled?: boolean;
}

const reasons: Record<string, string> = {
  'file-too-large': 'is too large',
  'file-invalid-type': 'is not one of the accepted types',
  'too-many-files': 'is one too many',
};

/** A place to drop files, or to choose them with the button. Says for each refused file why. */
export const FileDrop = (props: FileDropProps) => {
  const {
    onFiles,
    hint,
    endings,
    maxSize,
    maxFiles,
    title = 'Drop files here',
    compact = false,
    disabled = false,
  } = props;
  const open = useRef<() => void>(null);
  const [refused, setRefused] = useState<RefusedFile[]>([]);
  return (
    <div>
      <Dropzone
        openRef={open}
        className={classes.zone ?? ''}
        data-compact={compact || undefined}
        activateOnClick={false}
        activateOnKeyboard={false}
        enablePointerEvents
        tabIndex={-1}
        disabled={disabled}
        inputProps={{ 'aria-label': title, tabIndex: -1 }}
        {...(maxSize === undefined ? {} : { maxSize })}
        {...(maxFiles === undefined ? {} : { maxFiles })}
        {...(endings === undefined ? {} : { accept: { 'application/octet-stream': endings } })}
        onDropAny={() => setRefused([])}
        onDrop={(files) => onFiles(files)}
        onReject={(rejections) =>
          setRefused(
            rejections.map(({ file, errors }) => ({
              name: file.name,
              reason: reasons[errors[0]?.code ?? ''] ?? 'cannot be used',
            })),
          )
        }
      >
        <div className={classes.inner}>
          <span className={classes.icon}>
            <IconUpload size={20} />
          </span>
          <div className={classes.words}>
            <strong>{title}</strong>
            <span className={classes.hint}>{hint}</span>
          </div>
          <Button variant="default" disabled={disabled} onClick={() => open.current?.()}>
            Choose files
          </Button>
        </div>
      </Dropzone>
      {refused.length === 0 ? null : (
        <ul className={classes.refused} role="alert">
          {refused.slice(0, 5).map((file) => (
            <li key={file.name}>
              <strong>{file.name}</strong> {file.reason}.
            </li>
          ))}
          {refused.length > 5 ? <li>And {refused.length - 5} more.</li> : null}
        </ul>
      )}
    </div>
  );
};
