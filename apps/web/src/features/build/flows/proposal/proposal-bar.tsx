import { Button } from '@mantine/core';
import { formatCount } from '../../../../lib/format.ts';
import { DescribeBox } from './describe-box.tsx';
import classes from './proposal.module.css';
import type { ProposalState } from './use-proposal.ts';

/** Over an empty canvas: the box to describe a flow in, or the question what becomes of the proposed one. */
export const ProposalBar = ({ proposal }: { proposal: ProposalState }) => {
  const { flow, isOffered, sentence, ask, isBusy, error, accept, discard } = proposal;
  if (flow)
    return (
      <div className={classes.proposed} role="status">
        <p className={`${classes.note} ${classes.words}`}>
          <strong>A proposal of {formatCount(Object.keys(flow.steps).length, 'step')}.</strong> Look through
          it: nothing has been changed yet.
        </p>
        <div className={classes.buttons}>
          <Button onClick={accept}>Use this flow</Button>
          <Button variant="default" onClick={discard}>
            Discard
          </Button>
        </div>
      </div>
    );
  if (!isOffered) return null;
  return <DescribeBox key={sentence} initial={sentence} onDescribe={ask} isBusy={isBusy} error={error} />;
};
