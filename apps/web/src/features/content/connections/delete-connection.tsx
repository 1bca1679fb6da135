import type { Connection } from '@atelier/contracts/content/connections/connections';
import { Button, Group, Modal } from '@mantine/core';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { TextLink } from '../../../ui/layout/text-link.tsx';
import { useRemoveConnection } from './api.ts';

type Use = Connection['uses'][number];

const kindNames: Record<Use['kind'], string> = {
  KNOWLEDGE_BASE: 'knowledge base',
  SOURCE: 'source',
  TOOL: 'tool',
  FLOW: 'flow',
  WORKER: 'worker',
  CLEAN_UP: 'clean-up under way',
};

const linkToUse = ({ kind, id }: Use): string | undefined => {
  if (kind === 'KNOWLEDGE_BASE') return `/knowledge-base/${id}/settings`;
  if (kind === 'FLOW') return `/flows/${id}`;
  return kind === 'WORKER' ? `/worker?id=${id}` : undefined;
};

const UseName = ({ use }: { use: Use }) => {
  const address = linkToUse(use);
  return address === undefined ? use.name : <TextLink to={address}>{use.name}</TextLink>;
};

const UseList = ({ uses }: { uses: readonly Use[] }) => (
  <ul className="below-2 indent">
    {uses.map((use) => (
      <li key={`${use.kind} ${use.id}`}>
        <UseName use={use} /> <span className="muted small regular">({kindNames[use.kind]})</span>
      </li>
    ))}
  </ul>
);

interface DeleteConnectionProps {
  connection: Connection;
  onClose: () => void;
}

/** Lists what uses a connection before it is deleted. Objects that cannot work without it must be changed first. */
export const DeleteConnection = ({ connection, onClose }: DeleteConnectionProps) => {
  const remove = useRemoveConnection();
  const { name, uses, connectionId } = connection;
  const blocking = uses.filter(({ blocks }) => blocks);
  if (blocking.length > 0) {
    return (
      <Modal opened onClose={onClose} title={`“${name}” is in use`}>
        <p className="below-2">Switch these to another connection, or delete them, before you delete it:</p>
        <UseList uses={blocking} />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose} data-autofocus>
            Close
          </Button>
        </Group>
      </Modal>
    );
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Delete “${name}”?`}
      confirmLabel="Delete"
      onConfirm={() => remove.mutateAsync({ params: { id: connectionId } })}
    >
      <p className="below-2">Its settings and secrets are erased. This cannot be undone.</p>
      {uses.length === 0 ? (
        <p className="below-2">Nothing uses it.</p>
      ) : (
        <>
          <p className="below-2">These lose it:</p>
          <UseList uses={uses} />
        </>
      )}
    </ConfirmDialog>
  );
};
