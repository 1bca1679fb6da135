import type { Mcp, McpChoice, McpOffer } from '@atelier/contracts/build/tools/mcp-shapes';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { Button, Group, Modal, NumberInput, Textarea, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { FormFailure } from '../../../../ui/feedback/form-failure.tsx';
import { AuthorizationWait, FieldForm } from '../../../content/fields/index.ts';
import classes from '../tools.module.css';
import { useCreateMcp, useDiscoverMcp, useUpdateMcp } from './api.ts';
import { ChooseTools } from './choose-tools.tsx';
import { connectFields, connectionOf, connectValues, firstChoices, firstName } from './mcp-form.ts';
import { useConnecting } from './use-connecting.ts';

const failureOf = (error: unknown) => (error ? describeError(error) : undefined);

interface ConnectProps {
  mcp: Mcp | undefined;
  values: FieldValues;
  onChange: (values: FieldValues) => void;
  onOffer: (offer: McpOffer) => void;
  onSaved: (mcp: Mcp) => void;
  onClose: () => void;
}

/**
 * The first step: how the server is reached. It is asked for its tools at once, so that a wrong address is found here. Where an account is needed,
 * the server is saved first, and access is allowed in a window of the service.
 */
const Connect = ({ mcp, values, onChange, onOffer, onSaved, onClose }: ConnectProps) => {
  const discover = useDiscoverMcp();
  const connection = connectionOf(values);
  const account = useConnecting({ mcp, values, onSaved, onConnected: onOffer });
  const isSigned = connection.authentication === 'OAUTH';
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isSigned) return account.start();
    const body = { ...connection, ...(mcp ? { mcpId: mcp.mcpId } : {}) };
    discover.mutate({ body }, { onSuccess: onOffer });
  };
  return (
    <form onSubmit={submit} className={classes.stack} noValidate>
      <FieldForm fields={connectFields(mcp, values)} values={values} onChange={onChange} />
      {isSigned && account.failure !== undefined ? (
        <p role="alert" className={classes.failed}>
          {account.failure}
        </p>
      ) : null}
      <FormFailure failure={isSigned ? undefined : failureOf(discover.error)} />
      <Group justify="flex-end" gap="xs">
        {account.isWaiting ? <AuthorizationWait onStop={account.stop} /> : null}
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          disabled={connection.url === ''}
          loading={discover.isPending || account.isWaiting}
        >
          {mcp?.grant ? 'Connect again' : 'Connect'}
        </Button>
      </Group>
    </form>
  );
};

interface SettingsProps {
  mcp: Mcp | undefined;
  values: FieldValues;
  offer: McpOffer;
  onBack: () => void;
  onClose: () => void;
}

/** The second step: the name, and the tools that agents may use. */
const Settings = ({ mcp, values, offer, onBack, onClose }: SettingsProps) => {
  const [create, update] = [useCreateMcp(), useUpdateMcp()];
  const connection = connectionOf(values);
  const [name, setName] = useState(mcp?.name ?? firstName(offer, connection.url));
  const [description, setDescription] = useState(mcp?.description ?? '');
  const [seconds, setSeconds] = useState<number | string>(mcp?.timeoutSeconds ?? 60);
  const [choices, setChoices] = useState<McpChoice[]>(() => firstChoices(offer, mcp?.choices ?? null));
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const known = new Set(offer.tools.map((tool) => tool.name));
    const body = {
      ...{ ...connection, name, description, timeoutSeconds: Number(seconds) || 60 },
      tools: choices.filter((choice) => known.has(choice.name)),
      active: mcp?.active ?? true,
    };
    if (mcp) update.mutate({ body: { ...body, mcpId: mcp.mcpId } }, { onSuccess: onClose });
    else create.mutate({ body }, { onSuccess: onClose });
  };
  return (
    <form onSubmit={submit} className={classes.stack} noValidate>
      <TextInput
        label="Name"
        description="The names of its tools begin with it."
        withAsterisk
        maxLength={100}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <ChooseTools
        tools={offer.tools}
        leftOut={offer.leftOut}
        refusals={mcp?.refusals ?? {}}
        choices={choices}
        onChange={setChoices}
      />
      <Textarea
        label="Description"
        description="For your colleagues: what this server is for."
        autosize
        maxLength={2000}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <NumberInput
        label="Time-out of a call, seconds"
        min={1}
        max={600}
        allowDecimal={false}
        value={seconds}
        onChange={setSeconds}
      />
      <FormFailure failure={failureOf(create.error ?? update.error)} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onBack}>
          {mcp ? 'Change the address' : 'Back'}
        </Button>
        <Button type="submit" disabled={name.trim() === ''} loading={create.isPending || update.isPending}>
          Save
        </Button>
      </Group>
    </form>
  );
};

/** Adds an MCP server, or changes one: first the connection, then the choice of its tools. */
export const ServerDialog = ({ mcp: given, onClose }: { mcp?: Mcp | undefined; onClose: () => void }) => {
  const [mcp, setMcp] = useState(given);
  const [values, setValues] = useState(() => connectValues(mcp));
  const [offer, setOffer] = useState<McpOffer | undefined>(given?.health === 'READY' ? given : undefined);
  return (
    <Modal opened onClose={onClose} size="xl" title={given ? `Edit ${given.name}` : 'New MCP server'}>
      {offer ? (
        <Settings {...{ mcp, values, offer, onClose }} onBack={() => setOffer(undefined)} />
      ) : (
        <Connect {...{ mcp, values, onClose }} onChange={setValues} onOffer={setOffer} onSaved={setMcp} />
      )}
    </Modal>
  );
};
