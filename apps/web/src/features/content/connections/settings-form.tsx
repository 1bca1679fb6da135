import {
  Connection,
  type ConnectionKind,
  type ConnectionTest,
} from '@atelier/contracts/content/connections/connections';
import { TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { MarkdownRenderer } from '../../../ui/content/markdown-renderer.tsx';
import { Trial } from '../../../ui/content/trial.tsx';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { useZodForm, type ZodForm } from '../../../ui/forms/use-zod-form.ts';
import { FieldForm, fieldsIn } from '../fields/index.ts';
import { useCreateConnection, useTestConnection, useUpdateConnection } from './api.ts';
import classes from './connections.module.css';
import { LimitFields } from './limit-fields.tsx';
import { connectionDefaults, connectionSchema, secretsKept } from './model/connection-form.ts';

type SettingsForm = ZodForm<ReturnType<typeof connectionSchema>>;

/** Tests the values of the form. A result only applies to the settings that it was made with. */
const useTrial = (kind: ConnectionKind, connection: Connection | undefined, form: SettingsForm) => {
  const trial = useTestConnection();
  const [outcome, setOutcome] = useState<{ of: string; result: ConnectionTest }>();
  const [refusals, setRefusals] = useState(0);
  const { values } = fieldsIn(form, 'values');
  const subject = JSON.stringify(values);
  const run = async () => {
    // Fields are named one by one, because the form library drops errors below a name for which it has no field.
    if (!(await form.form.trigger(kind.fields.map((field) => `values.${field.name}` as const))))
      return setRefusals((count) => count + 1);
    const { service, kind: name } = kind;
    const own = connection ? { connectionId: connection.connectionId } : {};
    try {
      const result = await trial.mutateAsync({ body: { service, kind: name, values, ...own } });
      setOutcome({ of: subject, result });
    } catch (error) {
      form.refuse(error);
    }
  };
  const result =
    outcome?.of === subject ? { ...outcome.result, milliseconds: outcome.result.durationMs } : undefined;
  return { refusals, trial: { isTesting: trial.isPending, result, onTest: () => void run() } };
};

const Help = ({ help }: Pick<ConnectionKind, 'help'>) =>
  help.length === 0 ? null : (
    <details className={`small rounded sunken pad-2-3 ${classes.help}`}>
      <summary>Where to find these settings</summary>
      <ol>
        {help.map((step) => (
          <li key={step}>
            <MarkdownRenderer>{step}</MarkdownRenderer>
          </li>
        ))}
      </ol>
    </details>
  );

export interface SettingsFormProps {
  kind: ConnectionKind;
  /** The connection to change; undefined to create one. */
  connection?: Connection | undefined;
  onClose: () => void;
  onSaved?: ((connection: Connection) => void) | undefined;
}

/** The name and settings of one connection, which can be tested before they are saved (CONN-05). */
export const ConnectionSettings = ({ kind, connection, onClose, onSaved }: SettingsFormProps) => {
  const create = useCreateConnection();
  const update = useUpdateConnection();
  const schema = useMemo(() => connectionSchema(kind, connection), [kind, connection]);
  const form = useZodForm(schema, {
    defaultValues: connectionDefaults(kind, connection),
    fieldOfCode: { 'connections.name_taken': 'name' },
    stored: connection && {
      revision: connection.revision,
      read: (newest) => connectionDefaults(kind, Connection.parse(newest)),
    },
    onSubmit: async ({ limits, ...rest }, revision) => {
      const { service, kind: name } = kind;
      const body = kind.hasLimits ? { ...rest, limits } : rest;
      const saved = connection
        ? await update.mutateAsync({ params: { id: connection.connectionId }, body: { ...body, revision } })
        : await create.mutateAsync({ body: { ...body, service, kind: name } });
      onSaved?.(saved);
      onClose();
    },
  });
  const { refusals, trial } = useTrial(kind, connection, form);
  const fields = fieldsIn(form, 'values');
  return (
    <FormDialog
      opened
      size="lg"
      title={connection ? `Edit ${connection.name}` : `New ${kind.title} connection`}
      description={kind.description}
      onClose={onClose}
      form={form}
      submitLabel="Save"
    >
      <Help help={kind.help} />
      <TextInput label="Name" withAsterisk autoComplete="off" data-autofocus {...form.field('name')} />
      <FieldForm
        {...fields}
        fields={kind.fields}
        submitCount={fields.submitCount + refusals}
        secretsSet={secretsKept(kind, connection, fields.values)}
      />
      {kind.hasLimits ? (
        <LimitFields isOpen={(connection?.limits ?? null) !== null} {...form.bind('limits')} />
      ) : null}
      <Trial hint="Reaches the server once with these settings. Nothing is saved." {...trial} />
    </FormDialog>
  );
};
