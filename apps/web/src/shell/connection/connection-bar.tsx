import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useIsConnectionLost, watchConnection } from '../../lib/server/connection.ts';
import classes from './connection-bar.module.css';

/** Says that the server cannot be reached. When it is reachable again, all data on screen is read again. */
export const ConnectionBar = () => {
  const client = useQueryClient();
  const isLost = useIsConnectionLost();
  // The state of the connection lives outside React.
  useEffect(() => watchConnection(() => void client.invalidateQueries()), [client]);
  return (
    <div className={`sticky ${classes.place}`} role="status">
      {isLost ? <p className={`flat tiny medium text-center ${classes.bar}`}>Reconnecting…</p> : null}
    </div>
  );
};
