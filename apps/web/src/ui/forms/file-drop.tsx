import { Button, VisuallyHidden } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconUpload } from '@tabler/icons-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import classes from './file-drop.module.css';
import { judgeFiles, type RefusedFile } from './judge-files.ts';

/** The height of the zone: a line, a part of a form, or the main part of a page. */
export type FileDropSize = 'compact' | 'normal' | 'large';

interface FileDropProps {
  onFiles: (files: File[]) => void;
  /** Says what may be dropped: "PDF, Word, Excel … up to 200 MB each". */
  hint: ReactNode;
  /** Allowed extensions with their dot: `['.pdf', '.docx']`. By default all files are allowed. */
  endings?: string[];
  /** Sentences that say what to do about files of other known types, by their ending. */
  refusals?: Readonly<Record<string, string>> | undefined;
  /** The largest allowed file, in bytes. */
  maxSize?: number;
  maxFiles?: number;
  title?: string;
  size?: FileDropSize;
  disabled?: boolean;
  /** Also lets the user choose a whole folder. */
  folders?: boolean;
  /** Content on which files can be dropped anywhere, instead of the usual zone. The function places the given buttons. */
  children?: (buttons: ReactNode) => ReactNode;
}

/** React's types lack this attribute, which every browser supports. */
const folderInput = { webkitdirectory: '' };

interface FolderButtonProps {
  disabled: boolean;
  onFolder: (files: File[]) => void;
}

const FolderButton = ({ disabled, onFolder }: FolderButtonProps) => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant="subtle" disabled={disabled} onClick={() => input.current?.click()}>
        Choose a folder
      </Button>
      <input
        {...folderInput}
        ref={input}
        type="file"
        hidden
        aria-label="Folder"
        onChange={(event) => {
          onFolder([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
};

const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

const Refusals = ({ refused }: { refused: RefusedFile[] }) =>
  refused.length === 0 ? null : (
    <div role="alert" ref={scrollIntoView}>
      <ul className={`stack-1 danger-box break-anywhere small ${classes.refused}`}>
        {refused.slice(0, 5).map((file, index) => (
          <li key={`${index} ${file.name}`}>
            <strong>{file.name}</strong> {file.reason}.
          </li>
        ))}
        {refused.length > 5 ? <li>And {refused.length - 5} more.</li> : null}
      </ul>
    </div>
  );

/** A zone to drop files and folders on, or to choose them with its buttons. It says why a file is refused. */
export const FileDrop = (props: FileDropProps) => {
  const { onFiles, hint, endings, maxSize, maxFiles, title = 'Drop files here' } = props;
  const { size = 'normal', disabled = false, folders = false, children } = props;
  const open = useRef<() => void>(null);
  const hintId = useId();
  const [refused, setRefused] = useState<RefusedFile[]>([]);
  const take = (files: File[]) => {
    const judged = judgeFiles(files, { endings, maxSize, maxFiles, refusals: props.refusals });
    setRefused(judged.refused);
    if (judged.accepted.length > 0) onFiles(judged.accepted);
  };
  const buttons = (
    <div className="wrap-2 justify-center">
      {folders ? <FolderButton disabled={disabled} onFolder={take} /> : null}
      <Button
        variant={size === 'large' ? 'filled' : 'default'}
        disabled={disabled}
        aria-describedby={hintId}
        onClick={() => open.current?.()}
      >
        Choose files
      </Button>
    </div>
  );
  const refusals = <Refusals key="refusals" refused={refused} />;
  const zone = (
    <Dropzone
      key="zone"
      openRef={open}
      className={(children ? classes.around : classes.zone) ?? ''}
      data-size={size}
      activateOnClick={false}
      activateOnKeyboard={false}
      enablePointerEvents
      tabIndex={-1}
      disabled={disabled}
      inputProps={{ 'aria-label': title, tabIndex: -1 }}
      {...(endings === undefined ? {} : { accept: { 'application/octet-stream': endings } })}
      onDropAny={(accepted, rejections) => take([...accepted, ...rejections.map(({ file }) => file)])}
      onDrop={() => undefined}
    >
      {children ? (
        <>
          {children(buttons)}
          <VisuallyHidden id={hintId}>{hint}</VisuallyHidden>
        </>
      ) : (
        <div className={`line-3 flex-column text-center ${classes.inner}`}>
          <span className={`centre accent-soft round ${classes.icon}`}>
            <IconUpload size={20} />
          </span>
          <div className={`stack-1 ${classes.words}`}>
            <strong>{title}</strong>
            <span className={`muted small ${classes.hint}`} id={hintId}>
              {hint}
            </span>
          </div>
          {buttons}
        </div>
      )}
    </Dropzone>
  );
  // Content may be longer than the window, and its buttons are at its beginning.
  return <div className="stack min-0">{children ? [refusals, zone] : [zone, refusals]}</div>;
};
