import type { RunCause } from '@atelier/contracts/kernel/run-parts';
import classes from '../runs.module.css';

/** Shows why something failed, as a sentence and as a code. */
export const Cause = ({ cause }: { cause: RunCause }) => (
  <div className={classes.failure} role="note" aria-label="Cause">
    <p>{cause.message}</p>
    <code>{cause.code}</code>
  </div>
);
