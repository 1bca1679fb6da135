import type { RunCause } from '@atelier/contracts/kernel/run-parts';
import { formatMoment } from '../format.ts';
import classes from './cause-note.module.css';

/** Why something failed and what to do about it, as a sentence and as a code. */
export const CauseNote = ({ cause }: { cause: RunCause }) => (
  <div className={`stack-1 danger-box ${classes.cause}`} role="note" aria-label="Cause">
    <p>{cause.message}</p>
    {cause.retryAt === undefined ? null : <p>It is tried again on {formatMoment(cause.retryAt)}.</p>}
    <code>{cause.code}</code>
  </div>
);
