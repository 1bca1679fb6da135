import {
  mostAtOnce,
  type OpenApiContents,
  type OpenApiOperation,
} from '@atelier/contracts/assistants/tools/openapi';
import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../../../../lib/format.ts';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { FormFailure } from '../../../../ui/feedback/form-failure.tsx';
import { toastSuccess } from '../../../../ui/feedback/toasts.tsx';
import { FieldForm } from '../../../content/fields/index.ts';
import { useAddOpenApi } from '../api.ts';
import { textIn } from '../model/tool-form.ts';
import { connectionLoaders } from '../tool/connection-loader.tsx';
import classes from '../tools.module.css';

interface OperationProps {
  operation: OpenApiOperation;
  isChosen: boolean;
  onChange: (isChosen: boolean) => void;
}

/** Returns the words below the name of an operation. */
const describeOperation = ({
  description,
  problem,
  unchecked,
  omitted,
  server,
}: OpenApiOperation): string => {
  if (problem !== null) return `Cannot become a tool. ${problem}`;
  return [
    description.slice(0, 200),
    ...(server === null ? [] : [`Is sent to ${server}.`]),
    ...omitted,
    ...(unchecked.length === 0 ? [] : [`Not checked: ${unchecked.join(' ')}`]),
  ].join(' ');
};

const Operation = ({ operation, isChosen, onChange }: OperationProps) => (
  <li>
    <Checkbox
      label={
        <>
          {operation.name} <code className="break-anywhere muted">{operation.key}</code>
        </>
      }
      description={describeOperation(operation)}
      disabled={operation.problem !== null}
      checked={isChosen}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  </li>
);

const connectionField = {
  ...({
    name: 'connectionId',
    label: 'Connection',
    type: 'CONNECTIONS',
    kind: 'HTTP_AUTHENTICATION',
  } as const),
  description: 'Signs the requests of all these tools. Leave this empty when none is needed.',
};

interface ChooseOperationsProps {
  source: { document: string; url: string };
  contents: OpenApiContents;
  onBack: () => void;
  onClose: () => void;
}

/** The operations of a document, and what all their tools have in common. */
export const ChooseOperations = ({ source, contents, onBack, onClose }: ChooseOperationsProps) => {
  const add = useAddOpenApi();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [search, setSearch] = useState('');
  const [server, setServer] = useState(contents.servers[0] ?? '');
  const [connectionId, setConnectionId] = useState('');
  const words = search.toLowerCase();
  const shown = contents.operations.filter(({ key, name }) => `${key} ${name}`.toLowerCase().includes(words));
  const choose = (key: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(key);
    else next.delete(key);
    setChosen(next);
  };
  const submit = () => {
    const body = { ...source, keys: [...chosen], server, connectionId: connectionId || null };
    add.mutate(
      { body },
      {
        onSuccess: ({ tools }) => {
          toastSuccess(`${formatCount(tools.length, 'tool')} made.`);
          onClose();
        },
      },
    );
  };
  const tooMany = chosen.size > mostAtOnce;
  return (
    <div className="stack-4 min-0">
      <TextInput
        label="Address of the API"
        description="The paths are added to it."
        withAsterisk
        value={server}
        onChange={(event) => setServer(event.currentTarget.value)}
      />
      <FieldForm
        fields={[connectionField]}
        values={{ connectionId }}
        loaders={connectionLoaders}
        onChange={(values) => setConnectionId(textIn(values, 'connectionId'))}
      />
      <TextInput
        aria-label="Search operations"
        placeholder="Search operations"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <ul className={`stack-3 flat no-bullets scroll ${classes.operations}`}>
        {shown.map((operation) => (
          <Operation
            key={operation.key}
            operation={operation}
            isChosen={chosen.has(operation.key)}
            onChange={(isChosen) => choose(operation.key, isChosen)}
          />
        ))}
      </ul>
      {shown.length === 0 ? <p className="note break-anywhere regular">No operation fits.</p> : null}
      {contents.notes.length === 0 ? null : (
        <p className="note break-anywhere regular">{contents.notes.join(' ')}</p>
      )}
      {contents.leftOut === 0 ? null : (
        <p className="note break-anywhere regular">
          {formatCount(contents.leftOut, 'more operation')} of the document{' '}
          {contents.leftOut === 1 ? 'is' : 'are'} not listed.
        </p>
      )}
      {tooMany ? (
        <p className="flat break-anywhere danger">Please choose at most {mostAtOnce} at once.</p>
      ) : null}
      <FormFailure failure={add.error ? describeError(add.error) : undefined} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <Button
          disabled={chosen.size === 0 || tooMany || server.trim() === ''}
          loading={add.isPending}
          onClick={submit}
        >
          {chosen.size === 0 ? 'Make tools' : `Make ${formatCount(chosen.size, 'tool')}`}
        </Button>
      </Group>
    </div>
  );
};
