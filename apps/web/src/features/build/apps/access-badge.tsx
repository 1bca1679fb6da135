import type { App } from '@atelier/contracts/build/apps';
import { IconLock, IconWorld } from '@tabler/icons-react';
import classes from './apps.module.css';

/** Shows who may open an app, as text with an icon. */
export const AccessBadge = ({ access }: Pick<App, 'access'>) => {
  const Icon = access === 'PUBLIC' ? IconWorld : IconLock;
  return (
    <span className={classes.access}>
      <Icon size={14} aria-hidden="true" />
      {access === 'PUBLIC' ? 'Public' : 'Private'}
    </span>
  );
};
