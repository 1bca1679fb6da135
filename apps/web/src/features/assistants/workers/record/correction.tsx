import type { WorkerRecord } from '@atelier/contracts/assistants/workers/record-shapes';
import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { correctedText, type EditedField, editedFields, isUnreadable } from '../model/corrected-fields.ts';
import { readableName } from '../model/readable-name.ts';
import { readResult } from './record-words.ts';

const longestResult = 200_000;

interface FieldProps {
  field: EditedField;
  onChange: (text: string) => void;
}

const Field = ({ field, onChange }: FieldProps) => (
  <Textarea
    label={readableName(field.name)}
    description={field.kind === 'LIST' ? 'One entry on each line.' : undefined}
    error={isUnreadable(field) ? 'Please write a number, such as 1224.50.' : undefined}
    autosize
    minRows={1}
    maxRows={12}
    inputMode={field.kind === 'NUMBER' ? 'decimal' : undefined}
    value={field.text}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);

interface CorrectionProps {
  record: WorkerRecord;
  isBusy: boolean;
  onBack: () => void;
  /** Called with the result as it goes out. */
  onSend: (output: string) => void;
}

const Buttons = ({
  isBusy,
  isReady,
  onBack,
  onSend,
}: Omit<CorrectionProps, 'record' | 'onSend'> & {
  isReady: boolean;
  onSend: () => void;
}) => (
  <div className="wrap-2">
    <Button variant="default" onClick={onBack}>
      Back
    </Button>
    <Button loading={isBusy} disabled={!isReady} onClick={onSend}>
      Approve as corrected
    </Button>
  </div>
);

const Fields = ({
  fields,
  onSend,
  ...rest
}: Omit<CorrectionProps, 'record'> & {
  fields: Readonly<Record<string, JsonValue | undefined>>;
}) => {
  const [edited, setEdited] = useState(() => editedFields(fields));
  const change = (name: string, text: string) =>
    setEdited(edited.map((field) => (field.name === name ? { ...field, text } : field)));
  return (
    <>
      {edited.map((field) => (
        <Field key={field.name} field={field} onChange={(text) => change(field.name, text)} />
      ))}
      <Buttons
        {...rest}
        isReady={!edited.some(isUnreadable)}
        onSend={() => onSend(correctedText(fields, edited))}
      />
    </>
  );
};

const Text = ({ text: given, onSend, ...rest }: Omit<CorrectionProps, 'record'> & { text: string }) => {
  const [text, setText] = useState(given);
  return (
    <>
      <Textarea
        label="The result as it goes out"
        autosize
        minRows={4}
        maxRows={24}
        maxLength={longestResult}
        data-autofocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Buttons {...rest} isReady={text.trim() !== ''} onSend={() => onSend(text)} />
    </>
  );
};

/** Lets a person correct a result before it goes out: its fields, or its text. */
export const Correction = ({ record, ...rest }: CorrectionProps) => {
  const result = readResult(record);
  return isObject(result) ? (
    <Fields fields={result} {...rest} />
  ) : (
    <Text text={record.outputText} {...rest} />
  );
};
