import type { Mcp, McpChoice, McpOffer } from '@atelier/contracts/assistants/tools/mcp-shapes';
import type { mcps } from '@atelier/contracts/assistants/tools/mcps';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import type { CallOf } from '@atelier/contracts/kernel/contract';
import { Button, Group, Modal, NumberInput, Textarea, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { FormFailure } from '../../../../ui/feedback/form-failure.tsx';
import { toastError } from '../../../../ui/feedback/toasts.tsx';
import { offerChoice } from '../../../../ui/forms/revisions/meanwhile.tsx';
import { AuthorizationWait, FieldForm } from '../../../content/fields/index.ts';
import { readMcp, useCreateMcp, useDiscoverMcp, useUpdateMcp } from './api.ts';
import { ChooseTools } from './choose-tools.tsx';
import { connectFields, connectValues, firstChoices, firstName, toMcpConnection } from './mcp-form.ts';
import { useConnecting } from './use-connecting.ts';

const toFailure = (error: unknown) => (error ? describeError(error) : undefined);

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
  const connection = toMcpConnection(values);
  const account = useConnecting({ mcp, values, onSaved, onConnected: onOffer });
  const isSigned = connection.authentication === 'OAUTH';
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isSigned) return account.start();
    const body = { ...connection, ...(mcp ? { mcpId: mcp.mcpId } : {}) };
    discover.mutate({ body }, { onSuccess: onOffer });
  };
  return (
    <form onSubmit={submit} className="stack-4 min-0" noValidate>
      <FieldForm fields={connectFields(mcp, values)} values={values} onChange={onChange} />
      {isSigned && account.failure !== undefined ? (
        <p role="alert" className="flat break-anywhere danger">
          {account.failure}
        </p>
      ) : null}
      <FormFailure failure={isSigned ? undefined : toFailure(discover.error)} />
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
  /** Loads what somebody else has saved. */
  onReload: () => void;
  onBack: () => void;
  onClose: () => void;
}

type NewMcp = CallOf<(typeof mcps.endpoints)['create']>['body'];

interface Saving {
  mcp: Mcp | undefined;
  onReload: () => void;
  onSaved: () => void;
}

/** Saves the settings of a server, and lets whoever saves choose when somebody else has saved meanwhile. */
const useSaving = ({ mcp, onReload, onSaved }: Saving, settings: () => Omit<NewMcp, 'active'>) => {
  const [create, update] = [useCreateMcp(), useUpdateMcp()];
  const save = (revision: number | undefined) => {
    const body = { ...settings(), active: mcp?.active ?? true };
    if (mcp) update.mutate({ body: { ...body, mcpId: mcp.mcpId, revision } }, { onSuccess: onSaved });
    else create.mutate({ body }, { onSuccess: onSaved });
  };
  const failure = toFailure(create.error ?? update.error);
  const keep = ({ revision }: { revision: number }) => save(revision);
  return {
    save,
    failure: failure && offerChoice(failure, { load: onReload, keep }),
    isPending: create.isPending || update.isPending,
  };
};

/** The second step: the name, and the tools that agents may use. */
const Settings = ({ mcp, values, offer, onReload, onBack, onClose }: SettingsProps) => {
  const connection = toMcpConnection(values);
  const [name, setName] = useState(mcp?.name ?? firstName(offer, connection.url));
  const [description, setDescription] = useState(mcp?.description ?? '');
  const [seconds, setSeconds] = useState<number | string>(mcp?.timeoutSeconds ?? 60);
  const [choices, setChoices] = useState<McpChoice[]>(() => firstChoices(offer, mcp?.choices ?? null));
  const known = new Set(offer.tools.map((tool) => tool.name));
  const saving = useSaving({ mcp, onReload, onSaved: onClose }, () => ({
    ...{ ...connection, name, description, timeoutSeconds: Number(seconds) || 60 },
    tools: choices.filter((choice) => known.has(choice.name)),
  }));
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    saving.save(mcp?.settingsRevision);
  };
  return (
    <form onSubmit={submit} className="stack-4 min-0" noValidate>
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
      <FormFailure failure={saving.failure} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onBack}>
          {mcp ? 'Change the address' : 'Back'}
        </Button>
        <Button type="submit" disabled={name.trim() === ''} loading={saving.isPending}>
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
  const reload = async (mcpId: string) => {
    const now = await readMcp(mcpId);
    setMcp(now);
    setValues(connectValues(now));
    setOffer(now.health === 'READY' ? now : undefined);
  };
  return (
    <Modal opened onClose={onClose} size="xl" title={given ? `Edit ${given.name}` : 'New MCP server'}>
      {offer ? (
        <Settings
          key={mcp?.settingsRevision}
          {...{ mcp, values, offer, onClose }}
          onReload={() =>
            mcp && void reload(mcp.mcpId).catch((error: unknown) => toastError(describeError(error).message))
          }
          onBack={() => setOffer(undefined)}
        />
      ) : (
        <Connect {...{ mcp, values, onClose }} onChange={setValues} onOffer={setOffer} onSaved={setMcp} />
      )}
    </Modal>
  );
};
