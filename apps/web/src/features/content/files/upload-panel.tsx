import { Button, CloseButton } from '@mantine/core';
import { IconRefresh, IconUpload } from '@tabler/icons-react';
import { formatCount, formatFileSize } from '../../../lib/format.ts';
import { FormFailure } from '../../../ui/feedback/form-failure.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import type { UploadState } from './file-upload.ts';
import classes from './upload-panel.module.css';
import { useUploadState, useUploads } from './upload-store.ts';

const shownRefusals = 5;

const Refusals = ({ refused }: Pick<UploadState, 'refused'>) => (
  <ul className={`stack-1 danger-box flat break-anywhere small ${classes.refused}`} role="alert">
    {refused.slice(0, shownRefusals).map((file) => (
      <li key={file.name}>
        <strong>{file.name}</strong> {file.reason}
      </li>
    ))}
    {refused.length > shownRefusals ? <li>And {refused.length - shownRefusals} more.</li> : null}
  </ul>
);

const describeUpload = ({ status, fileCount, sentCount, refused }: UploadState): string => {
  if (status === 'sending') return `Uploading ${formatCount(fileCount, 'file')}`;
  if (status === 'failed')
    return `${formatCount(fileCount - sentCount - refused.length, 'file')} not uploaded yet`;
  return `${formatCount(refused.length, 'file')} refused`;
};

/** The upload to a knowledge base: its progress, a button to stop it, and its failures. */
export const UploadPanel = ({ knowledgeBaseId }: { knowledgeBaseId: string }) => {
  const uploads = useUploads();
  const state = useUploadState(knowledgeBaseId);
  if (!state) return null;
  const { status, fileCount, sentCount, fraction, totalBytes, refused, failure } = state;
  const dismiss = () => uploads.dismiss(knowledgeBaseId);
  return (
    <section className={`surface-box-lg stack-3 ${classes.panel}`} aria-label="Upload">
      <div className="line-3">
        <IconUpload className="rigid accent-text" size={18} aria-hidden="true" />
        <div className="stack min-0 grow">
          <strong className="bold text-md">{describeUpload(state)}</strong>
          <span className="muted tiny tabular">
            {sentCount.toLocaleString('en')} of {fileCount.toLocaleString('en')} stored ·{' '}
            {formatFileSize(totalBytes * fraction)} of {formatFileSize(totalBytes)} sent
          </span>
        </div>
        {status === 'sending' ? (
          <Button size="xs" variant="default" onClick={dismiss}>
            Cancel
          </Button>
        ) : null}
        {status === 'failed' ? (
          <Button
            size="xs"
            leftSection={<IconRefresh size={14} />}
            onClick={() => uploads.retry(knowledgeBaseId)}
          >
            Try again
          </Button>
        ) : null}
        {status === 'sending' ? null : <CloseButton aria-label="Dismiss" onClick={dismiss} />}
      </div>
      {status === 'done' ? null : (
        <ProgressBar
          value={fraction}
          label="Upload progress"
          tone={status === 'failed' ? 'danger' : 'accent'}
        />
      )}
      <FormFailure failure={failure} />
      {refused.length > 0 ? <Refusals refused={refused} /> : null}
    </section>
  );
};
