import { type ReactNode, useEffect, useRef } from 'react';
import classes from './chat.module.css';
import { Icon } from './icons.tsx';

interface PanelProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A side panel; the native dialog keeps the focus inside, closes on Escape and gives the focus back. */
export const Panel = ({ title, onClose, children }: PanelProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
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
      onClick={(event) => event.target === dialog.current && onClose()}
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
