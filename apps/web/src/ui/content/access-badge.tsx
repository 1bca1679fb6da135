import { IconLock, IconWorld } from '@tabler/icons-react';
import classes from './access-badge.module.css';

/** Shows who may use an app or an agent, as text with an icon. */
export const AccessBadge = ({ access }: { access: 'PUBLIC' | 'PRIVATE' }) => {
  const Icon = access === 'PUBLIC' ? IconWorld : IconLock;
  return (
    <span className={classes.access}>
      <Icon size={14} aria-hidden="true" />
      {access === 'PUBLIC' ? 'Public' : 'Private'}
    </span>
  );
};
