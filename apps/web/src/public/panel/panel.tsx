import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { Icon } from '../../lib/icons.tsx';
import classes from '../chat.module.css';

interface PanelProps {
  title: string;
  onClose: () => void;
  /** More buttons next to the title. */
  actions?: ReactNode;
  children: ReactNode;
}

const PanelBody = ({ title, onClose, actions, children }: PanelProps) => (
  <div className={classes.panelBody}>
    <header className={`line-2 surface sticky ${classes.panelHeader}`}>
      <h2 className="flat break-anywhere grow title-sm" dir="auto">
        {title}
      </h2>
      {actions}
      <button type="button" className={classes.iconButton} aria-label="Close" onClick={onClose}>
        <Icon name="close" />
      </button>
    </header>
    {children}
  </div>
);

const lightDismiss = { closedby: 'any' } as const;

/** A sheet over the page; the native dialog keeps the focus inside, closes on Escape and gives the focus back. */
export const Panel = (props: PanelProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  // This runs before the panel leaves the page; afterwards the browser would not restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`surface no-pad text-color scroll ${classes.panel}`}
      aria-label={props.title}
      onClose={props.onClose}
      // A click outside closes the panel in browsers that support it; Escape and the button work everywhere.
      {...lightDismiss}
    >
      <PanelBody {...props} />
    </dialog>
  );
};

/** A column next to the page, which stays readable. Escape closes it, and the focus returns to where it was before. */
export const SidePanel = (props: PanelProps) => {
  const column = useRef<HTMLElement>(null);
  const close = useEffectEvent(props.onClose);
  useEffect(() => {
    const opener = document.activeElement;
    column.current?.focus({ preventScroll: true });
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) close();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);
  return (
    <aside ref={column} className={`surface scroll ${classes.side}`} aria-label={props.title} tabIndex={-1}>
      <PanelBody {...props} />
    </aside>
  );
};
