import { flows } from '@atelier/contracts/assistants/flows/flows';
import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import type { FileValue } from '@atelier/contracts/fields/file-value';
import { inputFileName } from '@atelier/flows/agent';
import { Button, FileButton, Group } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { upload } from '../../../../lib/server/upload.ts';
import { describeError } from '../../../../ui/feedback/describe-error.ts';

/** Returns the data of the trigger with the file where a webhook would put it: in the body, if there is one. */
export const withFile = (payload: JsonValue, file: FileValue): JsonValue => {
  if (!isObject(payload)) return { file: { ...file } };
  const { body } = payload;
  return isObject(body)
    ? { ...payload, body: { ...body, file: { ...file } } }
    : { ...payload, file: { ...file } };
};

/** Uploads a file for the data with which a flow is started. */
export const AttachFile = ({ flowId, onFile }: { flowId: string; onFile: (file: FileValue) => void }) => {
  const sending = useMutation({
    mutationFn: (file: File) => {
      const form = new FormData();
      form.append('file', file);
      return upload(flows.endpoints.uploadFile, form, { params: { id: flowId } });
    },
    onSuccess: onFile,
  });
  return (
    <>
      <Group gap="xs">
        <FileButton onChange={(file) => file && sending.mutate(file)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="xs"
              leftSection={<IconPaperclip size={16} />}
              loading={sending.isPending}
            >
              Attach a file
            </Button>
          )}
        </FileButton>
        {sending.data ? (
          <span className="note regular" role="status" title={sending.data.name}>
            {inputFileName(sending.data.name)} is in the data as “file”.
          </span>
        ) : null}
      </Group>
      {sending.isError ? (
        <p className="note regular" role="alert">
          The file was not uploaded. {describeError(sending.error).message}
        </p>
      ) : null}
    </>
  );
};
