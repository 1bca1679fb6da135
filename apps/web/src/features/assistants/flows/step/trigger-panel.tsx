import type { FlowTrigger } from '@atelier/contracts/assistants/flows/flow-model';
import type { FlowProblem } from '@atelier/contracts/assistants/flows/flow-shapes';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import { Button, JsonInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { errorsByField } from '../model/errors-by-field.ts';
import { NextStarts } from './next-starts.tsx';
import { PieceDetails } from './piece-details.tsx';
import { PieceForm } from './piece-form.tsx';
import { PollingStatus } from './polling-status.tsx';
import classes from './step.module.css';
import { useStepContext } from './step-context.ts';
import { StepHead } from './step-head.tsx';
import { WebhookAddress } from './webhook-address.tsx';

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
    <section className={classes.section} aria-label="Example">
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
    <div className={classes.panel}>
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
