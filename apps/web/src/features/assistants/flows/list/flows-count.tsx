import { formatCount } from '../../../../lib/format.ts';
import { useFlowsCount } from '../api.ts';
import classes from './list.module.css';

/** The number of flows, or why they could not be counted. */
export const FlowsCount = () => {
  const { data, error } = useFlowsCount();
  if (error)
    return (
      <p className={classes.countFailed} role="alert">
        {error.message}
      </p>
    );
  return data === undefined ? null : <p className={classes.count}>{formatCount(data, 'flow')}</p>;
};
