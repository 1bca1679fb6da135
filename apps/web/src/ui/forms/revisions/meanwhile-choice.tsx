import { Button } from '@mantine/core';

interface MeanwhileChoiceProps {
  /** Loads what they have saved; one's own changes are lost. */
  load: () => void;
  /** Saves one's own values in its place. */
  keep: () => void;
}

/** The choice between what somebody else has saved meanwhile and one's own changes. */
export const MeanwhileChoice = ({ load, keep }: MeanwhileChoiceProps) => (
  <div className="wrap-2 above-2">
    <Button size="xs" variant="default" onClick={load}>
      Load theirs
    </Button>
    <Button size="xs" variant="default" onClick={keep}>
      Keep mine
    </Button>
  </div>
);
