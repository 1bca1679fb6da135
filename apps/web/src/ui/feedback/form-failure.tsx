import { IconAlertCircle } from '@tabler/icons-react';
import { CopyButton } from '../content/copy-button.tsx';
import type { ErrorDescription } from './describe-error.ts';
import classes from './form-failure.module.css';

/** A failure of a form that does not belong to one field. */
export const FormFailure = ({ failure }: { failure: ErrorDescription | undefined }) =>
  failure === undefined ? null : (
    <div className={classes.failure} role="alert">
      <IconAlertCircle className={classes.icon} size={18} aria-hidden="true" />
      <div>
        {failure.message}
        {failure.requestId === undefined || (failure.status ?? 0) < 500 ? null : (
          <div className={classes.request}>
            Request <code>{failure.requestId}</code>
            <CopyButton value={failure.requestId} label="Copy request id" size="xs" />
          </div>
        )}
      </div>
    </div>
  );
