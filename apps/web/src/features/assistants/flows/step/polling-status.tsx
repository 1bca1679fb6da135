import { Alert } from '@mantine/core';
import { formatMoment } from '../../../../lib/format.ts';
import { useFlowPolling } from '../api.ts';
import classes from './step.module.css';

/** Says when a trigger looked at its source, and why the last look failed. Shows nothing before the flow is published. */
export const PollingStatus = ({ flowId, trigger }: { flowId: string; trigger: string }) => {
  const { data } = useFlowPolling(flowId);
  const polling = data?.polling.find((it) => it.trigger === trigger);
  if (!polling) return null;
  const { lookedAt, nextAt, failure } = polling;
  const next =
    nextAt === null ? 'It looks again once the flow is switched on.' : `Next look: ${formatMoment(nextAt)}.`;
  return failure === null ? (
    <p className={classes.note} role="status">
      {lookedAt === null ? '' : `Last look: ${formatMoment(lookedAt)}. `}
      {next}
    </p>
  ) : (
    <Alert color="red" title="The source cannot be read" role="alert">
      {failure} {next}
    </Alert>
  );
};
