import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import { Button, Group, Modal, Stack, Textarea } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { FormFailure } from '../../../../ui/feedback/form-failure.tsx';
import { AttachFile, withFile } from './attach-file.tsx';
import classes from './runs.module.css';

const readJson = (text: string) => parseJson(text) as JsonValue | undefined;

interface PayloadDialogProps {
  title: string;
  /** The effect of the payload, in a sentence. */
  explanation: string;
  submitLabel: string;
  /** The payload to begin with as JSON; undefined when it is too large to edit, and is used unchanged. */
  initial: string | undefined;
  /** The flow for which files can be attached to the data. */
  flowId: string;
  isBusy: boolean;
  error: unknown;
  /** Gets the payload, or undefined when it stays as it is. */
  onSubmit: (payload: JsonValue | undefined) => void;
  onClose: () => void;
}

/** Asks for the data with which a flow is started. */
export const PayloadDialog = (props: PayloadDialogProps) => {
  const { title, explanation, submitLabel, initial, flowId, isBusy, error, onSubmit, onClose } = props;
  const [text, setText] = useState(initial);
  const parsed = text === undefined ? undefined : readJson(text);
  const isWrong = text !== undefined && parsed === undefined;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isWrong) onSubmit(text === undefined ? undefined : parsed);
  };
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <p>{explanation}</p>
          {text === undefined ? null : (
            <Textarea
              label="Data of the trigger"
              description={`JSON, for example {"body": {"n": 1}}.`}
              autosize
              minRows={5}
              maxRows={18}
              spellCheck={false}
              classNames={{ input: classes.json ?? '' }}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              error={isWrong ? 'This is not JSON. Please correct it.' : undefined}
              data-autofocus
            />
          )}
          {parsed === undefined ? null : (
            <AttachFile
              flowId={flowId}
              onFile={(file) => setText(JSON.stringify(withFile(parsed, file), null, 2))}
            />
          )}
          <FormFailure failure={error ? describeError(error) : undefined} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isBusy}>
              {submitLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
};
