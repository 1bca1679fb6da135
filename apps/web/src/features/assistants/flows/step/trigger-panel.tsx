import type { FlowTrigger } from '@atelier/contracts/assistants/flows/flow-model';
import type { FlowProblem } from '@atelier/contracts/assistants/flows/flow-shapes';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import { Alert, Button, JsonInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { formatMoment } from '../../../../lib/format.ts';
import { CopyButton } from '../../../../ui/content/copy-button.tsx';
import { useFlowPolling } from '../api.ts';
import { errorsByField } from '../model/errors-by-field.ts';
import { NextStarts } from './next-starts.tsx';
import { PieceDetails } from './piece-details.tsx';
import { PieceForm } from './piece-form.tsx';
import classes from './step.module.css';
import { useStepContext } from './step-context.ts';
import { StepHead } from './step-head.tsx';

/** The server gives the path only where it does not know its own address. */
const absolute = (url: string): string => new URL(url, location.origin).href;

const Address = ({ label, url }: { label: string; url: string }) => (
  <div className="stack min-0">
    <span className="note">{label}</span>
    <div className={`line-2 min-0 ${classes.addressLine}`}>
      <code>{url}</code>
      <CopyButton value={url} label={`Copy the address that ${label.toLowerCase()}`} />
    </div>
  </div>
);

/** The addresses at which other systems start the flow. */
const WebhookAddress = ({ url, syncUrl }: { url: string; syncUrl: string }) => (
  <section className={classes.branch} aria-label="Address">
    <Address label="Starts the flow" url={absolute(url)} />
    <Address label="Starts the flow and waits for its response" url={absolute(syncUrl)} />
    <p className="note">Whoever knows the address can start the flow. It works once the flow is published.</p>
  </section>
);

/** Says when a trigger looked at its source, and why the last look failed. Shows nothing before the flow is published. */
const PollingStatus = ({ flowId, trigger }: { flowId: string; trigger: string }) => {
  const { data } = useFlowPolling(flowId);
  const polling = data?.polling.find((it) => it.trigger === trigger);
  if (!polling) return null;
  const { lookedAt, nextAt, failure } = polling;
  const next =
    nextAt === null ? 'It looks again once the flow is switched on.' : `Next look: ${formatMoment(nextAt)}.`;
  return failure === null ? (
    <p className="note" role="status">
      {lookedAt === null ? '' : `Last look: ${formatMoment(lookedAt)}. `}
      {next}
    </p>
  ) : (
    <Alert color="red" title="The source cannot be read" role="alert">
      {failure} {next}
    </Alert>
  );
};

interface TriggerPanelProps {
  trigger: FlowTrigger;
  subtitle: string;
  problems: readonly FlowProblem[];
  flowId: string;
  webhook: { url: string; syncUrl: string };
  onChange: (trigger: FlowTrigger, key: string) => void;
  onChoose: () => void;
  onAddTrigger: () => void;
  /** Undefined for the first trigger, which stays. */
  onRemove: (() => void) | undefined;
  onClose: (() => void) | undefined;
}

/** An example of what starts the flow, for the data picker and for tests. */
const Sample = ({ trigger, onChange }: Pick<TriggerPanelProps, 'trigger' | 'onChange'>) => {
  const { isReadOnly, pieces } = useStepContext();
  const piece = pieces.find(({ name }) => name === trigger.settings?.pieceName);
  const known = piece?.triggers.find(({ name }) => name === trigger.settings?.triggerName)?.sample;
  const [text, setText] = useState(() => JSON.stringify(trigger.sample ?? known ?? {}, null, 2));
  const isWrong = parseJson(text) === undefined;
  return (
    <section className="stack-3 border-top pad-top-4" aria-label="Example">
      <JsonInput
        label="Example of its data"
        description="Used for tests and for inserting data into steps. Paste a real request here to work with it."
        autosize
        minRows={4}
        maxRows={16}
        readOnly={isReadOnly}
        value={text}
        error={isWrong ? 'This is not JSON. Please correct it.' : undefined}
        onChange={(next) => {
          setText(next);
          const sample = parseJson(next);
          if (sample !== undefined) onChange({ ...trigger, sample }, `sample of ${trigger.name}`);
        }}
      />
    </section>
  );
};

/** Everything about a trigger: what it is, its settings, its address, and an example of its data. */
export const TriggerPanel = (props: TriggerPanelProps) => {
  const {
    trigger,
    subtitle,
    problems,
    flowId,
    webhook,
    onChange,
    onChoose,
    onAddTrigger,
    onRemove,
    onClose,
  } = props;
  const { pieces, isReadOnly } = useStepContext();
  const { settings } = trigger;
  const piece = pieces.find(({ name }) => name === settings?.pieceName);
  const member = piece?.triggers.find(({ name }) => name === settings?.triggerName);
  return (
    <div className="stack-4 min-0 content-start">
      <StepHead
        name={trigger.name}
        title={trigger.displayName}
        subtitle={subtitle}
        problems={problems.map(({ message }) => message)}
        menu={[
          { label: 'Add another trigger', icon: <IconPlus size={16} />, onRun: onAddTrigger },
          ...(onRemove
            ? [{ label: 'Delete', icon: <IconTrash size={16} />, danger: true, onRun: onRemove }]
            : []),
        ]}
        onRename={(displayName) => onChange({ ...trigger, displayName }, `name of ${trigger.name}`)}
        onClose={onClose}
      />
      {isReadOnly ? null : (
        <Button variant="default" onClick={onChoose}>
          {settings === null ? 'Choose a trigger' : 'Choose another trigger'}
        </Button>
      )}
      {member?.kind === 'webhook' ? <WebhookAddress {...webhook} /> : null}
      {member?.kind === 'polling' ? <PollingStatus flowId={flowId} trigger={trigger.name} /> : null}
      {settings === null ? null : (
        <>
          <PieceForm
            piece={piece}
            member={member}
            settings={settings}
            errors={errorsByField(problems)}
            onChange={({ input, connectionId }) => {
              const { connectionId: _, ...rest } = settings;
              const connection = connectionId === undefined ? {} : { connectionId };
              onChange(
                { ...trigger, settings: { ...rest, input, ...connection } },
                `settings of ${trigger.name}`,
              );
            }}
          />
          {member?.kind === 'schedule' ? (
            <NextStarts triggerName={settings.triggerName} input={settings.input as FieldValues} />
          ) : null}
          <Sample
            key={`${settings.pieceName}/${settings.triggerName}`}
            trigger={trigger}
            onChange={onChange}
          />
          <PieceDetails name={settings.pieceName} />
        </>
      )}
    </div>
  );
};
