import { Button, Textarea } from '@mantine/core';
import { IconFileText, IconSend, IconX } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { shortFileName } from '../../../../lib/records/record-files.ts';
import { FileDrop } from '../../../../ui/forms/file-drop.tsx';
import classes from './visitors.module.css';

const mostFiles = 20;

export interface Given {
  text: string;
  files: File[];
}

interface GiveFormProps {
  isBusy: boolean;
  /** Resolves to true when it was taken, so that the form is emptied. */
  onGive: (given: Given) => Promise<boolean>;
}

const ChosenFiles = ({ files, onRemove }: { files: readonly File[]; onRemove: (file: File) => void }) => (
  <ul className={`stack-2 bare ${classes.files}`} aria-label="Chosen files">
    {files.map((file) => (
      <li className="line-2 min-0" key={`${file.name} ${file.size} ${file.lastModified}`}>
        <IconFileText size={18} aria-hidden="true" />
        <span title={file.name}>{shortFileName(file.name)}</span>
        <button type="button" aria-label={`Remove ${file.name}`} onClick={() => onRemove(file)}>
          <IconX size={16} aria-hidden="true" />
        </button>
      </li>
    ))}
  </ul>
);

/** Takes what the worker has to work on: a text, or files. */
export const GiveForm = ({ isBusy, onGive }: GiveFormProps) => {
  const [text, setText] = useState('');
  const [files, setFiles] = useState<File[]>([]);
  const isEmpty = text.trim() === '' && files.length === 0;
  const give = async (event: FormEvent) => {
    event.preventDefault();
    if (isEmpty || !(await onGive({ text: text.trim(), files }))) return;
    setText('');
    setFiles([]);
  };
  return (
    <form className="stack-3" onSubmit={(event) => void give(event)}>
      <Textarea
        label="Your text"
        placeholder="Write or paste what it has to work on"
        autosize
        minRows={4}
        maxRows={14}
        maxLength={200_000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <FileDrop
        size="compact"
        title="Or drop files here"
        hint={`Up to ${mostFiles} files. Each becomes a task of its own.`}
        maxFiles={mostFiles}
        onFiles={(chosen) => setFiles([...files, ...chosen].slice(0, mostFiles))}
      />
      {files.length === 0 ? null : (
        <ChosenFiles files={files} onRemove={(gone) => setFiles(files.filter((file) => file !== gone))} />
      )}
      <Button
        type="submit"
        leftSection={<IconSend size={16} />}
        loading={isBusy}
        disabled={isEmpty}
        className="self-end"
      >
        Send
      </Button>
    </form>
  );
};
