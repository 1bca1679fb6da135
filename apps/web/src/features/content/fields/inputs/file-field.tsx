import { Button } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { ProgressBar } from '../../../../ui/feedback/progress-bar.tsx';
import { FileDrop } from '../../../../ui/forms/file-drop.tsx';
import { asText, type FieldProps } from '../field-props.ts';
import classes from '../fields.module.css';
import { type FieldLoaders, useSurroundings } from '../surroundings.ts';
import { Framed } from './group-field.tsx';

interface UploadProps extends FieldProps {
  upload: NonNullable<FieldLoaders['upload']>;
}

const Upload = ({ field, value, onChange, upload }: UploadProps) => {
  const [progress, setProgress] = useState(0);
  const [name, setName] = useState<string>();
  const sending = useMutation({
    mutationFn: (file: File) => upload(file, setProgress),
    onSuccess: (kept, file) => {
      setName(file.name);
      onChange(kept);
    },
  });
  if (sending.isPending) return <ProgressBar value={progress} label="Uploading" withText />;
  if (asText(value) !== '') {
    return (
      <div className={`row-2 box ${classes.kept}`}>
        <IconFile size={18} aria-hidden="true" />
        <span className="min-0 break-anywhere grow">{name ?? asText(value)}</span>
        <Button
          size="xs"
          variant="default"
          aria-label={`Remove the file of ${field.label}`}
          onClick={() => onChange('')}
        >
          Remove
        </Button>
      </div>
    );
  }
  return (
    <>
      <FileDrop
        size="compact"
        maxFiles={1}
        title={`Drop the file for ${field.label} here`}
        hint={field.placeholder ?? 'One file'}
        onFiles={([file]) => file && sending.mutate(file)}
      />
      {sending.isError ? (
        <p className={classes.error} role="alert">
          The file was not uploaded. {describeError(sending.error).message}
        </p>
      ) : null}
    </>
  );
};

/** FILE: one file, uploaded as soon as it is chosen. */
export const FileField = (props: FieldProps) => {
  const { upload } = useSurroundings().loaders;
  return (
    <Framed field={props.field} path={props.path}>
      {upload ? (
        <Upload {...props} upload={upload} />
      ) : (
        <p className={classes.note}>
          {asText(props.value) === ''
            ? 'Files cannot be taken in this form.'
            : `The file ${asText(props.value)} stays as it is.`}
        </p>
      )}
    </Framed>
  );
};
