import type { OpenApiContents } from '@atelier/contracts/assistants/tools/openapi';
import { Button, Group, Modal, Textarea, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { FormFailure } from '../../../../ui/feedback/form-failure.tsx';
import { useReadOpenApi } from '../api.ts';
import { ChooseOperations } from './choose-operations.tsx';

export interface Source {
  document: string;
  url: string;
}

interface SourceFormProps {
  onRead: (source: Source, contents: OpenApiContents) => void;
  onClose: () => void;
}

const SourceForm = ({ onRead, onClose }: SourceFormProps) => {
  const read = useReadOpenApi();
  const [url, setUrl] = useState('');
  const [document, setDocument] = useState('');
  const isEmpty = url.trim() === '' && document.trim() === '';
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const source = { url: url.trim(), document };
    read.mutate({ body: source }, { onSuccess: (contents) => onRead(source, contents) });
  };
  return (
    <form onSubmit={submit} className="stack-4 min-0" noValidate>
      <TextInput
        label="Address of the document"
        placeholder="https://api.example.com/openapi.json"
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
        data-autofocus
      />
      <Textarea
        label="Or the document itself"
        description="OpenAPI 3.0 or 3.1, in JSON or YAML."
        minRows={5}
        maxRows={14}
        autosize
        spellCheck={false}
        value={document}
        onChange={(event) => setDocument(event.currentTarget.value)}
      />
      <FormFailure failure={read.error ? describeError(read.error) : undefined} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={isEmpty} loading={read.isPending}>
          Read the document
        </Button>
      </Group>
    </form>
  );
};

/** Makes tools of an OpenAPI document: first the document, then the choice of its operations. */
export const OpenApiDialog = ({ onClose }: { onClose: () => void }) => {
  const [found, setFound] = useState<{ source: Source; contents: OpenApiContents }>();
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={found ? `Tools of ${found.contents.title}` : 'Tools from an OpenAPI document'}
    >
      {found ? (
        <ChooseOperations {...found} onBack={() => setFound(undefined)} onClose={onClose} />
      ) : (
        <SourceForm onRead={(source, contents) => setFound({ source, contents })} onClose={onClose} />
      )}
    </Modal>
  );
};
