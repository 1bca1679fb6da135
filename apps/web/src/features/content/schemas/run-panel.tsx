import type { SchemaDetails } from '@atelier/contracts/content/schemas/schema-shapes';
import { Button, NativeSelect, NumberInput } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount, formatExactCredits } from '../../../lib/format.ts';
import { describeError } from '../../../ui/feedback/describe-error.ts';
import { FormFailure } from '../../../ui/feedback/form-failure.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { TextLink } from '../../../ui/layout/text-link.tsx';
import { useEstimate, useRun, useStop, type WantedReading } from './api.ts';
import classes from './schemas.module.css';

interface RunPanelProps {
  schema: SchemaDetails;
  /** The column that the user wants to read again. */
  again: string | undefined;
}

/** The progress and cost so far of a running schema, and a button to stop it. */
const Progress = ({ schema }: { schema: SchemaDetails }) => {
  const stop = useStop();
  const { schemaId, runCredits, budgetCredits } = schema;
  return (
    <Panel
      title="Reading"
      actions={
        <Button
          variant="default"
          leftSection={<IconPlayerStop size={16} />}
          loading={stop.isPending}
          disabled={!schema.abilities['canStop']}
          onClick={() => stop.mutate({ params: { schemaId } })}
        >
          Stop
        </Button>
      }
    >
      <div className={`stack-4 min-0 ${classes.stack}`}>
        <ProgressBar
          value={schema.status === 'RUNNING' ? schema.progress : undefined}
          label={schema.stage ?? 'Waiting for a worker'}
          withText
        />
        <p className="note break-anywhere">
          {formatExactCredits(runCredits)} credits so far
          {budgetCredits === null ? '' : ` of ${formatExactCredits(budgetCredits)}`}. You can leave this page.
          What was read is kept, also when you stop.{' '}
          <TextLink to={`/runs/of/${schemaId}`}>Show the run</TextLink>
        </p>
      </div>
    </Panel>
  );
};

const Price = ({ schemaId, wanted }: { schemaId: string; wanted: WantedReading }) => {
  const { modelId } = wanted;
  const { data } = useEstimate(schemaId, wanted);
  if (!data) return <p className="note break-anywhere">Estimating …</p>;
  if (data.documents === 0) return <p className="note break-anywhere">Every document has been read.</p>;
  const cost =
    modelId === ''
      ? 'without cost'
      : `about ${formatCount(data.tokens, 'token')} and ${formatExactCredits(Math.ceil(data.credits * 100) / 100)} credits`;
  return (
    <p className="note break-anywhere">
      {formatCount(data.documents, 'document')} to read, {cost}.
    </p>
  );
};

const withoutModel = { value: '', label: 'Rules, without a model' };

const LastRun = ({ schema }: { schema: SchemaDetails }) => {
  if (schema.cause !== null)
    return (
      <p className="flat break-anywhere danger" role="alert">
        {schema.cause.message}
      </p>
    );
  if (schema.stopped === 'BUDGET')
    return <p className="note break-anywhere">Stopped by the budget. Raise it to go on where it stopped.</p>;
  return schema.documents.failed > 0 ? (
    <p className="flat break-anywhere danger">
      {formatCount(schema.documents.failed, 'document')} could not be read whole. Filter the table by “Failed”
      to see why; another run tries again.
    </p>
  ) : null;
};

const firstModel = ({ models, modelId }: SchemaDetails): string =>
  (models.find((model) => model.modelId === modelId) ?? models[0])?.modelId ?? '';

/** Focuses the button that starts a run, for users who asked for one further down the page. */
const focus = (button: HTMLButtonElement | null): void => button?.focus();

const Order = ({ schema, again }: RunPanelProps) => {
  const run = useRun();
  const [wanted, setWanted] = useState<WantedReading>({
    modelId: firstModel(schema),
    scope: again === undefined ? 'CHANGED' : 'ALL',
    columnId: again ?? '',
  });
  const [budget, setBudget] = useState<string | number>('');
  const { schemaId, models, columns } = schema;
  const { modelId, scope, columnId } = wanted;
  const budgetCredits = typeof budget === 'number' && budget > 0 ? budget : null;
  const order = { schemaId, scope, budgetCredits, modelId: modelId === '' ? null : modelId };
  return (
    <Panel title={schema.stopped === null ? 'Read the documents' : 'Go on reading'}>
      <form
        className={`stack-4 min-0 ${classes.stack}`}
        onSubmit={(event) => {
          event.preventDefault();
          run.mutate({ body: columnId === '' ? order : { ...order, columnIds: [columnId] } });
        }}
      >
        <LastRun schema={schema} />
        {models.length > 0 ? null : (
          <p className="note break-anywhere">
            Without a language model, rules read lines such as “Due date: 1 March 2026”. A model reads whole
            sentences too. <TextLink to="/models">Add a model provider</TextLink>
          </p>
        )}
        <div className="wrap-3 flat align-end">
          <NativeSelect
            label="Read by"
            data={[...models.map(({ modelId: value, name: label }) => ({ value, label })), withoutModel]}
            value={modelId}
            onChange={(event) => setWanted({ ...wanted, modelId: event.currentTarget.value })}
          />
          <NativeSelect
            label="Columns"
            data={[
              { value: '', label: 'All' },
              ...columns.map((each) => ({ value: each.columnId, label: each.name })),
            ]}
            value={columnId}
            onChange={(event) => setWanted({ ...wanted, columnId: event.currentTarget.value })}
          />
          <NativeSelect
            label="Documents"
            data={[
              { value: 'CHANGED', label: 'New and changed' },
              { value: 'ALL', label: 'All again' },
            ]}
            value={scope}
            onChange={(event) =>
              setWanted({ ...wanted, scope: event.currentTarget.value === 'ALL' ? 'ALL' : 'CHANGED' })
            }
          />
          {modelId === '' ? null : (
            <NumberInput
              label="Budget in credits"
              placeholder="No limit"
              min={0}
              value={budget}
              onChange={setBudget}
            />
          )}
          <Button
            type="submit"
            leftSection={<IconPlayerPlay size={16} />}
            loading={run.isPending}
            ref={again === undefined ? undefined : focus}
          >
            Read
          </Button>
        </div>
        <Price schemaId={schemaId} wanted={wanted} />
        <FormFailure failure={run.error ? describeError(run.error) : undefined} />
      </form>
    </Panel>
  );
};

/** Shows the cost with the button that starts a run, or the progress of a running one. */
export const RunPanel = ({ schema, again }: RunPanelProps) => {
  if (schema.isActive) return <Progress schema={schema} />;
  return schema.abilities['canRun'] ? <Order schema={schema} again={again} /> : null;
};
