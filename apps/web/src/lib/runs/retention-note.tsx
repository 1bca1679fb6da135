import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useMay } from '../account/session.ts';
import classes from './retention-note.module.css';

interface RetentionNoteProps {
  sentence: string;
  dialog: (onClose: () => void) => ReactNode;
}

/** Says for how long something is kept, and lets administrators change that. */
export const RetentionNote = ({ sentence, dialog }: RetentionNoteProps) => {
  const [isOpen, setIsOpen] = useState(false);
  const may = useMay();
  return (
    <div className={`row-2 ${classes.retention}`}>
      <p className="note">{sentence}</p>
      {may('tenant:write') ? (
        <Button variant="subtle" size="compact-sm" onClick={() => setIsOpen(true)}>
          Change the time
        </Button>
      ) : null}
      {isOpen ? dialog(() => setIsOpen(false)) : null}
    </div>
  );
};
