import { Button } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { CopyButton } from '../content/copy-button.tsx';
import type { ErrorDescription } from './describe-error.ts';
import classes from './form-failure.module.css';

/** What may be done when somebody else has saved the thing meanwhile. */
interface Choice {
  /** Loads what they have saved; one's own changes are lost. */
  load: () => void;
  /** Saves one's own values in its place. */
  keep: () => void;
}

export interface FormProblem extends ErrorDescription {
  choice?: Choice;
}

/** The choice between what somebody else has saved meanwhile and one's own changes. */
export const MeanwhileChoice = ({ load, keep }: Choice) => (
  <div className={classes.choice}>
    <Button size="xs" variant="default" onClick={load}>
      Load theirs
    </Button>
    <Button size="xs" variant="default" onClick={keep}>
      Keep mine
    </Button>
  </div>
);

/** The button that was pressed may be far from the failure. The bar with the button covers the end of a page. */
const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'center' });

/** A failure of a form that does not belong to one field. */
export const FormFailure = ({ failure }: { failure: FormProblem | undefined }) =>
  failure === undefined ? null : (
    <div className={classes.failure} role="alert" ref={bringIntoView}>
      <IconAlertCircle className={classes.icon} size={18} aria-hidden="true" />
      <div>
        {failure.message}
        {failure.choice ? <MeanwhileChoice {...failure.choice} /> : null}
        {failure.requestId === undefined || (failure.status ?? 0) < 500 ? null : (
          <div className={classes.request}>
            Request <code>{failure.requestId}</code>
            <CopyButton value={failure.requestId} label="Copy request id" size="xs" />
          </div>
        )}
      </div>
    </div>
  );
