import type { RunCause } from '@atelier/contracts/kernel/run-parts';
import { formatMoment } from '../format.ts';
import classes from './cause-note.module.css';

/** Why something failed and what to do about it, as a sentence and as a code. */
export const CauseNote = ({ cause }: { cause: RunCause }) => (
  <div className={`stack-1 danger-box ${classes.cause}`} role="note" aria-label="Cause">
    <p className="flat break-anywhere pre-wrap">{cause.message}</p>
    {cause.retryAt === undefined ? null : (
      <p className="flat break-anywhere pre-wrap">It is tried again on {formatMoment(cause.retryAt)}.</p>
    )}
    <code className="danger tiny">{cause.code}</code>
  </div>
);
