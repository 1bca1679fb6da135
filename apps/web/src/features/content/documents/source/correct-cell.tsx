import { Button, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Correctable } from '../../../../lib/source/corrections.ts';
import { describeError, type ErrorDescription } from '../../../../ui/feedback/describe-error.ts';
import { FormFailure } from '../../../../ui/feedback/form-failure.tsx';
import { useCorrectLines } from '../source-api.ts';

/** Returns why a text cannot stand in a cell, or as a name before each value. */
const findFault = (text: string, { place }: Correctable): string | undefined => {
  if (place === undefined) return text.includes(':') ? 'A name cannot contain a colon.' : undefined;
  return text.includes('|') ? 'A cell cannot contain a vertical bar.' : undefined;
};

interface CorrectCellProps {
  document: { knowledgeBaseImportId: string; version: number };
  chosen: Correctable;
  onClose: () => void;
}

/** The dialog in which a cell, a value or a name is corrected in the text that was read. */
export const CorrectCell = ({ document, chosen, onClose }: CorrectCellProps) => {
  const { knowledgeBaseImportId, version } = document;
  const [text, setText] = useState(chosen.text);
  const [failure, setFailure] = useState<ErrorDescription>();
  const correct = useCorrectLines();
  const fault = findFault(text, chosen);
  const canSave = text.trim() !== '' && text !== chosen.text && fault === undefined;
  const save = async () => {
    setFailure(undefined);
    const { place } = chosen;
    const correction = place
      ? { line: place.line, start: place.start, text: `${place.before}${text.trim()}${place.after}` }
      : { name: chosen.text, text: text.trim() };
    try {
      await correct.mutateAsync({
        params: { knowledgeBaseImportId },
        body: { version, corrections: [correction] },
      });
      onClose();
    } catch (error) {
      setFailure(describeError(error));
    }
  };
  return (
    <Modal opened onClose={onClose} title="Correct what was read">
      <form
        className="stack-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (canSave) void save();
        }}
      >
        <TextInput
          data-autofocus
          label={chosen.place ? 'Text' : 'Name of the column'}
          description={
            chosen.place
              ? 'The file stays as it is. A new version of its text is made, and is found instead.'
              : 'It changes wherever this name stands before a value in this document. The file stays as it is.'
          }
          value={text}
          error={fault}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <FormFailure failure={failure} />
        <div className="row-2-3 flat justify-end">
          <Button variant="default" onClick={onClose} disabled={correct.isPending}>
            Cancel
          </Button>
          <Button type="submit" disabled={!canSave} loading={correct.isPending}>
            Save correction
          </Button>
        </div>
      </form>
    </Modal>
  );
};
