import type { GraphEstimate, GraphState } from '@atelier/contracts/content/graph/graph-shapes';
import { Button, NativeSelect, NumberInput } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount, formatExactCredits } from '../../../lib/format.ts';
import { describeError } from '../../../ui/feedback/describe-error.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FormFailure } from '../../../ui/feedback/form-failure.tsx';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { TextLink } from '../../../ui/layout/text-link.tsx';
import { DocumentsIllustration } from '../../../ui/theme/illustrations.tsx';
import { useBuildGraph, useEstimate } from './api.ts';
import classes from './graph.module.css';
import { GraphMenu } from './graph-menu.tsx';
import { describeTime, proposeBudget } from './model/graph-words.ts';

const titles: Record<GraphState['status'], string> = {
  NONE: 'Build a knowledge graph',
  QUEUED: 'Waiting',
  RUNNING: 'Building',
  STOPPED: 'The budget is used up',
  CANCELLED: 'The build was stopped',
  FAILED: 'The build failed',
  READY: 'There is more to read',
};

const verbs: Record<GraphState['status'], string> = {
  NONE: 'Build graph',
  QUEUED: 'Build graph',
  RUNNING: 'Build graph',
  STOPPED: 'Go on',
  CANCELLED: 'Go on',
  FAILED: 'Try again',
  READY: 'Update graph',
};

const noModel = (
  <p className="flat" role="note">
    Graphs are read by a chat model, and you have no provider with one yet.{' '}
    <TextLink to="/models">Add a model provider</TextLink>
  </p>
);

const Price = ({ estimate }: { estimate: GraphEstimate }) => {
  const rest = estimate.chunks - estimate.known;
  if (rest === 0)
    return <p className="note break-anywhere">Every chunk has been read; this costs nothing.</p>;
  return (
    <p className="note break-anywhere">
      {formatCount(rest, 'chunk')} to read
      {estimate.known > 0 ? ` (${estimate.known} are known already)` : ''}: about{' '}
      <strong>{formatExactCredits(Math.ceil(estimate.credits * 100) / 100)} credits</strong>,{' '}
      {describeTime(estimate.seconds)}.
    </p>
  );
};

interface BudgetFormProps {
  id: string;
  state: GraphState;
  modelId: string;
  estimate: GraphEstimate;
}

/** Returns the credits that an interrupted build has spent already; the proposed budget must exceed them. */
const computeSpentCredits = ({ status, buildCredits }: GraphState): number =>
  status === 'READY' ? 0 : buildCredits;

const BudgetForm = ({ id, state, modelId, estimate }: BudgetFormProps) => {
  const build = useBuildGraph();
  const [budget, setBudget] = useState<number | string>(
    proposeBudget(estimate.credits, computeSpentCredits(state)),
  );
  const isValid = budget === '' || (typeof budget === 'number' && budget > 0);
  return (
    <form
      className={`stack-4 ${classes.stack}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isValid) return;
        const budgetCredits = typeof budget === 'number' ? budget : null;
        build.mutate({ params: { id }, body: { modelId, budgetCredits } });
      }}
    >
      <Price estimate={estimate} />
      <div className="wrap-3 align-end">
        <NumberInput
          label="Budget in credits"
          description={
            computeSpentCredits(state) > 0
              ? `${formatExactCredits(computeSpentCredits(state))} are spent. Empty: no limit.`
              : 'The build stops before it passes it. Empty: no limit.'
          }
          min={0}
          value={budget}
          error={isValid ? undefined : 'Please enter how many credits it may cost'}
          onChange={setBudget}
        />
        <Button type="submit" leftSection={<IconSparkles size={16} />} loading={build.isPending}>
          {verbs[state.status]}
        </Button>
      </div>
      <FormFailure failure={build.error ? describeError(build.error) : undefined} />
    </form>
  );
};

const Choice = ({ id, state }: { id: string; state: GraphState }) => {
  const first = state.models[0]?.modelId ?? '';
  const known = state.models.some(({ modelId }) => modelId === state.modelId) ? state.modelId : null;
  const [modelId, setModel] = useState(known ?? first);
  const query = useEstimate(id, modelId);
  return (
    <div className={`stack-4 ${classes.stack}`}>
      <NativeSelect
        className={classes.model}
        label="Model"
        data={state.models.map((model) => ({ value: model.modelId, label: model.name }))}
        value={modelId}
        onChange={(event) => setModel(event.currentTarget.value)}
      />
      <QueryView query={query} errorTitle="The price could not be estimated">
        {(estimate) => (
          <BudgetForm
            key={`${modelId} ${estimate.credits}`}
            id={id}
            state={state}
            modelId={modelId}
            estimate={estimate}
          />
        )}
      </QueryView>
    </div>
  );
};

const Failures = ({ state }: { state: GraphState }) =>
  state.failures.length === 0 ? null : (
    <ul className="flat warning small indent">
      {state.failures.map(({ message, chunks }) => (
        <li key={message}>
          {formatCount(chunks, 'chunk')}: {message}
        </li>
      ))}
    </ul>
  );

const introduction =
  'A graph shows the people, organisations, places and things that your documents name, and how they are related. Questions can then go from one to the next, over documents that share no words.';

const nothingToRead = (
  <EmptyState
    illustration={<DocumentsIllustration />}
    title="Import documents first"
    action={<TextLink to="/knowledge-base/data-import">Add documents</TextLink>}
  >
    {introduction}
  </EmptyState>
);

const LastBuild = ({ state }: { state: GraphState }) => (
  <>
    {state.cause === null ? null : (
      <p className="flat danger" role="alert">
        {state.cause.message}
      </p>
    )}
    {state.note === null ? null : <p className="note break-anywhere">{state.note}</p>}
    <Failures state={state} />
  </>
);

const WayOn = ({ id, state }: { id: string; state: GraphState }) =>
  state.models.length === 0 ? noModel : <Choice id={id} state={state} />;

const isComplete = ({ status, chunks }: GraphState): boolean =>
  status === 'READY' && chunks.pending === 0 && chunks.failed === 0;

/** Explains the graph, shows the estimated cost and starts a build: the first one, after a stop, or for new chunks. */
export const BuildPanel = ({ id, state }: { id: string; state: GraphState }) => {
  const { status, chunks } = state;
  if (chunks.total === 0 && status === 'NONE') return nothingToRead;
  const isWhole = isComplete(state);
  // A graph with entities shows its menu in the explorer instead.
  const hasMenu = status !== 'NONE' && state.counts.entities === 0;
  if (isWhole && state.note === null) return null;
  return (
    <Panel
      title={isWhole ? 'The graph is built' : titles[status]}
      actions={hasMenu ? <GraphMenu id={id} state={state} /> : undefined}
    >
      <div className={`stack-4 ${classes.stack}`}>
        {status === 'NONE' ? <p className="note break-anywhere">{introduction}</p> : null}
        <LastBuild state={state} />
        {isWhole || !state.abilities['canBuild'] ? null : <WayOn id={id} state={state} />}
      </div>
    </Panel>
  );
};
