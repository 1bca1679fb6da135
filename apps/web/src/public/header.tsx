import { Icon } from '../lib/icons.tsx';
import classes from './chat.module.css';

interface HeaderProps {
  name: string;
  logo: string | null;
  onNew: () => void;
  onSessions: () => void;
  /** Hides the widget; undefined on a page of its own. */
  onClose: (() => void) | undefined;
}

/** The name of the app, and the buttons for its conversations. */
export const Header = ({ name, logo, onNew, onSessions, onClose }: HeaderProps) => (
  <header className={`line-1 sticky ${classes.header}`}>
    {logo === null ? null : <img className={`rigid ${classes.logo}`} src={logo} alt="" />}
    <h1 title={name} dir="auto">
      {name}
    </h1>
    <button type="button" className={classes.iconButton} onClick={onSessions}>
      <Icon name="history" />
      <span>History</span>
    </button>
    <button type="button" className={classes.iconButton} onClick={onNew}>
      <Icon name="plus" />
      <span>New chat</span>
    </button>
    {onClose ? (
      <button type="button" className={classes.iconButton} aria-label="Close the chat" onClick={onClose}>
        <Icon name="close" />
      </button>
    ) : null}
  </header>
);
