import { lazy, Suspense } from 'react';
import type { ChangePasswordDialogProps } from './change-password-dialog.tsx';

const Dialog = lazy(() =>
  import('./change-password-dialog.tsx').then((it) => ({ default: it.ChangePasswordDialog })),
);

/** The Change Password dialog. Its code is loaded when it is first opened. */
export const ChangePasswordDialog = (props: ChangePasswordDialogProps) =>
  props.opened ? (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  ) : null;
