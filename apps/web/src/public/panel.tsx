import { type ReactNode, useLayoutEffect, useRef } from 'react';
import classes from './chat.module.css';
import { Icon } from './icons.tsx';

interface PanelProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

const lightDismiss = { closedby: 'any' } as const;

/** A side panel; the native dialog keeps the focus inside, closes on Escape and gives the focus back. */
export const Panel = ({ title, onClose, children }: PanelProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  // Before the panel leaves the page: only then does the browser give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={classes.panel}
      aria-label={title}
      onClose={onClose}
      // A click beside it closes it, where the browser knows how; Escape and the button do everywhere.
      {...lightDismiss}
    >
      <div className={classes.panelBody}>
        <header className={classes.panelHeader}>
          <h2>{title}</h2>
          <button type="button" className={classes.iconButton} aria-label="Close" onClick={onClose}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
};
