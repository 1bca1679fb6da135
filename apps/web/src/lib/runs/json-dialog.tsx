import { parseJson } from '@atelier/contracts/kernel/parse-json';
import type { JsonPreview } from '@atelier/contracts/kernel/run-parts';
import { Button, Group, Modal, Stack, Textarea } from '@mantine/core';
import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { describeError } from '../../ui/feedback/describe-error.ts';
import { FormFailure } from '../../ui/feedback/form-failure.tsx';

export interface JsonDialogProps {
  title: string;
  /** The effect of running with the value, in a sentence. */
  explanation: string;
  label: string;
  description: string;
  submitLabel: string;
  /** The text to begin with; undefined when the value is too large to edit, and is used unchanged. */
  initial: string | undefined;
  isBusy: boolean;
  error: unknown;
  /** Gets the value, or undefined when it is used unchanged. */
  onSubmit: (value: unknown) => void;
  onClose: () => void;
  /** More controls for a value that can be read; each may write a new text. */
  more?: (value: unknown, write: (text: string) => void) => ReactNode;
}

/** The text of a value to edit; undefined when only its beginning is known. */
export const toEditableText = ({ text, size }: JsonPreview): string | undefined =>
  text.length < size ? undefined : JSON.stringify(parseJson(text) ?? {}, null, 2);

/** Asks for the value with which something is run. */
export const JsonDialog = (props: JsonDialogProps) => {
  const { title, explanation, label, description, submitLabel, initial, isBusy, error, onClose } = props;
  const [text, setText] = useState(initial);
  const value = text === undefined ? undefined : parseJson(text);
  const isWrong = text !== undefined && value === undefined;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isWrong) props.onSubmit(value);
  };
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <p>{explanation}</p>
          {text === undefined ? null : (
            <Textarea
              label={label}
              description={description}
              autosize
              minRows={5}
              maxRows={18}
              spellCheck={false}
              classNames={{ input: 'small mono' }}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              error={isWrong ? 'This is not JSON. Please correct it.' : undefined}
              data-autofocus
            />
          )}
          {value === undefined ? null : props.more?.(value, setText)}
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
