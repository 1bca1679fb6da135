import { Button } from '@mantine/core';
import { MeanwhileChoice } from '../../../../ui/forms/revisions/meanwhile-choice.tsx';
import type { EditorState } from '../model/flow-editor.ts';

const words: Record<EditorState['saving'], string> = {
  saved: 'All changes are saved',
  changed: 'Not saved yet',
  saving: 'Saving…',
  failed: 'Not saved',
  refused: 'Not saved',
};

interface SaveStatusProps {
  state: EditorState;
  onRetry: () => void;
  /** Loads what somebody else has saved; one's own changes are lost. */
  onReload: () => void;
  onOverwrite: () => void;
}

/** Says that the draft is saved, or how to proceed when it cannot be. */
export const SaveStatus = ({ state, onRetry, onReload, onOverwrite }: SaveStatusProps) => {
  const { saving, failure } = state;
  if (saving !== 'failed' && saving !== 'refused') {
    return (
      <p className="note" role="status">
        {words[saving]}
      </p>
    );
  }
  return (
    <div className="row-2 danger small" role="alert">
      <p className="flat">{saving === 'refused' ? failure : `${words[saving]}. ${failure}`}</p>
      {saving === 'failed' ? (
        <Button size="xs" variant="default" onClick={onRetry}>
          Save again
        </Button>
      ) : (
        <MeanwhileChoice load={onReload} keep={onOverwrite} />
      )}
    </div>
  );
};
