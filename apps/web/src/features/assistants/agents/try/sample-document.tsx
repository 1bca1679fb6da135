import { longestDocument, type TaskDocument } from '@atelier/contracts/assistants/agents/agent-run-shapes';
import { agentRuns, maxDocumentBytes } from '@atelier/contracts/assistants/agents/agent-runs';
import { ActionIcon, Button } from '@mantine/core';
import { IconFileText, IconPaperclip, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { formatCount, formatFileSize } from '../../../../lib/format.ts';
import { upload } from '../../../../lib/server/upload.ts';
import { describeError } from '../../../../ui/feedback/describe-error.ts';

const readFile = (file: File) => {
  const form = new FormData();
  form.append('file', file);
  return upload(agentRuns.endpoints.readDocument, form);
};

interface SampleDocumentProps {
  document: TaskDocument | null;
  onChange: (document: TaskDocument | null) => void;
}

const Chosen = ({
  document,
  isCut,
  onRemove,
}: {
  document: TaskDocument;
  isCut: boolean;
  onRemove: () => void;
}) => (
  <span className="min-0 inline-flex flex-wrap align-center gap-2">
    <IconFileText size={16} aria-hidden="true" />
    <span className="break-anywhere">{document.name}</span>
    <span className="muted small">
      {isCut
        ? `only its first ${formatCount(longestDocument, 'character')}`
        : formatCount(document.text.length, 'character')}
    </span>
    <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${document.name}`} onClick={onRemove}>
      <IconX size={16} />
    </ActionIcon>
  </span>
);

/** A document that the task is about. Its text is read at once; the agent takes it for text by others. */
export const SampleDocument = ({ document, onChange }: SampleDocumentProps) => {
  const input = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState('');
  const read = useMutation({
    mutationFn: readFile,
    onSuccess: ({ name, text }) => onChange({ name, text }),
    onError: (error) => setRefusal(describeError(error).message),
  });
  const choose = (file: File | undefined) => {
    if (!file) return;
    const isTooLarge = file.size > maxDocumentBytes;
    setRefusal(isTooLarge ? `This file is larger than ${formatFileSize(maxDocumentBytes)}.` : '');
    if (!isTooLarge) read.mutate(file);
  };
  return (
    <div className="stack-1 min-0">
      {document === null ? (
        <Button
          variant="default"
          leftSection={<IconPaperclip size={16} />}
          loading={read.isPending}
          onClick={() => input.current?.click()}
        >
          Attach a sample document
        </Button>
      ) : (
        <Chosen
          document={document}
          isCut={read.data?.isCut === true}
          onRemove={() => {
            read.reset();
            onChange(null);
          }}
        />
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Sample document"
        onChange={(event) => {
          choose(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      {refusal === '' ? null : (
        <p role="alert" className="failure">
          {refusal}
        </p>
      )}
    </div>
  );
};
