import { formatCount } from '../../../../lib/format.ts';
import { useFlowsCount } from '../api.ts';

/** The number of flows, or why they could not be counted. */
export const FlowsCount = () => {
  const { data, error } = useFlowsCount();
  if (error)
    return (
      <p className="failure" role="alert">
        {error.message}
      </p>
    );
  return data === undefined ? null : <p className="note">{formatCount(data, 'flow')}</p>;
};
