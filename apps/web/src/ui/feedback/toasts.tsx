import { notifications, useNotifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconExclamationCircle } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { TextLink } from '../layout/text-link.tsx';
import classes from './toasts.module.css';

export interface ToastLink {
  /** With the text `now` the toast stays until it is closed (UI-05). */
  text: string;
  to: string;
}

interface SuccessToast {
  /** A warning icon in place of the tick (UI-02). */
  warning?: boolean;
  /** Milliseconds; 3 seconds by default. */
  duration?: number;
  /** Adds a close button (BANNER-01). */
  closable?: boolean;
  link?: ToastLink;
}

interface ErrorToast {
  /** Milliseconds; 3 seconds by default, as everywhere in the product (UI-04). */
  duration?: number;
  link?: ToastLink;
}

const defaultDuration = 3000;

const message = (text: string, link: ToastLink | undefined) =>
  link ? (
    <>
      {text} <TextLink to={link.to}>{link.text}</TextLink>
    </>
  ) : (
    text
  );

const lasting = (link: ToastLink | undefined, duration: number, closable = false) =>
  link?.text === 'now'
    ? { autoClose: false as const, withCloseButton: true }
    : { autoClose: duration, withCloseButton: closable };

/** Reports a success: blue border with a tick, or with a warning icon (UI-01, UI-02). */
export const toastSuccess = (
  text: string,
  { warning = false, duration = defaultDuration, closable = false, link }: SuccessToast = {},
): string =>
  notifications.show({
    message: message(text, link),
    icon: warning ? <IconAlertTriangle size={18} /> : <IconCheck size={18} />,
    className: warning ? classes.warning : classes.success,
    classNames: { icon: classes.icon, description: 'break-anywhere small text-color' },
    role: 'status',
    closeButtonProps: { 'aria-label': 'Close' },
    ...lasting(link, duration, closable),
  });

/** Reports a failure: red, at most 350 px wide (UI-03, UI-04). */
export const toastError = (text: string, { duration = defaultDuration, link }: ErrorToast = {}): string =>
  notifications.show({
    message: message(text, link),
    icon: <IconExclamationCircle size={18} />,
    className: classes.error,
    classNames: { icon: classes.icon, description: 'break-anywhere small text-color' },
    role: 'alert',
    closeButtonProps: { 'aria-label': 'Close' },
    ...lasting(link, duration),
  });

const ToastStack = lazy(() => import('./toast-stack.tsx').then((it) => ({ default: it.ToastStack })));

/** The place where toasts appear, loaded with the first one. It is inside the router, because a toast may contain a link. */
export const ToastOutlet = () => {
  const [wasNeeded, setNeeded] = useState(false);
  const isNeeded = useNotifications().notifications.length > 0;
  if (isNeeded && !wasNeeded) setNeeded(true);
  return isNeeded || wasNeeded ? (
    <Suspense>
      <ToastStack />
    </Suspense>
  ) : null;
};
