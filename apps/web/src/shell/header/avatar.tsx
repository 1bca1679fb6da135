import classes from './header.module.css';
import { toInitials } from './user-label.ts';

/** The user's picture, or their initials when there is none (HEADER-18). */
export const Avatar = ({ name, picture }: { name: string; picture: string | null }) => (
  <span className={classes.avatar} data-initials={toInitials(name)} aria-hidden="true">
    {picture === null ? null : <img src={picture} alt="" referrerPolicy="no-referrer" />}
  </span>
);
