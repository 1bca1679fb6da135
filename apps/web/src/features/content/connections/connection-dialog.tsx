import type {
  Connection,
  ConnectionKind,
  ConnectionService,
} from '@atelier/contracts/content/connections/connections';
import { Modal } from '@mantine/core';
import { useState } from 'react';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { useConnectionKinds } from './api.ts';
import { ConnectionIcon } from './connection-icon.tsx';
import classes from './connections.module.css';
import { serviceChoices } from './model/services.ts';
import { ConnectionSettings } from './settings-form.tsx';

interface KindsProps {
  kinds: readonly ConnectionKind[];
  onChoose: (kind: ConnectionKind) => void;
}

const Kinds = ({ kinds, onChoose }: KindsProps) =>
  serviceChoices
    .map(({ value, label }) => ({ label, own: kinds.filter(({ service }) => service === value) }))
    .filter(({ own }) => own.length > 0)
    .map(({ label, own }) => (
      <section key={label} className={classes.kinds}>
        <h3 className="below-2">{label}</h3>
        <ul className={`bare stack-2 ${classes.cards}`}>
          {own.map((kind) => (
            <li key={kind.kind}>
              <button
                type="button"
                className={`beside-3 strong-box surface pad-3 full-width ${classes.card}`}
                onClick={() => onChoose(kind)}
              >
                <ConnectionIcon icon={kind.icon} service={kind.service} />
                <span className="stack-0 min-0 break-anywhere">
                  <strong>{kind.title}</strong>
                  <span className="muted small regular">{kind.description}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      </section>
    ));

interface ConnectionDialogProps {
  /** The connection to change; undefined to create one. */
  connection?: Connection | undefined;
  /** Restricts the kinds to this service. */
  service?: ConnectionService | undefined;
  onClose: () => void;
  onSaved?: (connection: Connection) => void;
}

/** Creates a connection, after the choice of its kind, or changes one. */
export const ConnectionDialog = ({ connection, service, onClose, onSaved }: ConnectionDialogProps) => {
  const query = useConnectionKinds(service);
  const [chosen, setChosen] = useState<ConnectionKind>();
  const kinds = query.data?.configurations ?? [];
  const kind = connection
    ? kinds.find((each) => each.service === connection.service && each.kind === connection.kind)
    : chosen;
  if (kind)
    return <ConnectionSettings kind={kind} connection={connection} onClose={onClose} onSaved={onSaved} />;
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={connection ? `Edit ${connection.name}` : 'New connection'}
    >
      <QueryView query={query} skeleton="cards" errorTitle="The kinds of connections could not be loaded">
        {() =>
          connection || kinds.length === 0 ? (
            <EmptyState compact title="This kind of connection is not offered here">
              Ask your operator which version of the product knows it.
            </EmptyState>
          ) : (
            <Kinds kinds={kinds} onChoose={setChosen} />
          )
        }
      </QueryView>
    </Modal>
  );
};
