import type { Flow } from '@atelier/contracts/assistants/flows/flow-model';
import { Button } from '@mantine/core';
import { formatCount } from '../../../../lib/format.ts';
import { changesBetween } from '../model/flow-changes.ts';
import { DescribeBox } from './describe-box.tsx';
import classes from './proposal.module.css';
import type { ProposalState } from './use-proposal.ts';

const ProposedFlow = ({ flow }: { flow: Flow }) => (
  <p className={`note grow ${classes.words}`}>
    <strong className="medium">A proposal of {formatCount(Object.keys(flow.steps).length, 'step')}.</strong>{' '}
    Look through it: nothing has been changed yet.
  </p>
);

const ProposedChange = ({ changes }: { changes: readonly string[] }) => (
  <div className={`note grow ${classes.words}`}>
    <strong className="medium">{formatCount(changes.length, 'proposed change')}.</strong> The steps below show
    them, and nothing is saved yet. Compared with the flow as it is:
    <ul className={classes.changes} aria-label="Proposed changes">
      {changes.map((change) => (
        <li key={change}>{change}</li>
      ))}
    </ul>
  </div>
);

const Proposed = ({ flow, proposal }: { flow: Flow; proposal: ProposalState }) => {
  const { before, accept, discard } = proposal;
  return (
    <div className="row-3 surface-box-lg pad-4 margin-bottom-3" role="status">
      {before ? <ProposedChange changes={changesBetween(before, flow)} /> : <ProposedFlow flow={flow} />}
      <div className="beside-2">
        <Button onClick={accept}>{before ? 'Use this change' : 'Use this flow'}</Button>
        <Button variant="default" onClick={discard}>
          Discard
        </Button>
      </div>
    </div>
  );
};

/** The bar above the canvas: a box in which a flow or a change is described, or the choice to accept or discard what is proposed. */
export const ProposalBar = ({ proposal }: { proposal: ProposalState }) => {
  const { flow, before, isOffered, sentence, ask, isBusy, error, close } = proposal;
  if (flow) return <Proposed flow={flow} proposal={proposal} />;
  if (!isOffered) return null;
  return (
    <DescribeBox
      key={sentence}
      initial={sentence}
      onDescribe={ask}
      isBusy={isBusy}
      error={error}
      onClose={before && close}
    />
  );
};
