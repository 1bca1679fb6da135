import { connections } from '@atelier/contracts/content/connections/connections';
import { useRead } from '../../../../lib/query.ts';
import { ConnectionSettings } from '../../../content/connections/index.ts';
import type { FieldLoaders } from '../../../content/fields/index.ts';

type NewConnectionProps = Parameters<NonNullable<FieldLoaders['newConnection']>>[0];

/** The dialog for a new connection of the kind that a tool works with. */
const NewConnection = ({ kind, onCreated, onClose }: NewConnectionProps) => {
  const { data } = useRead(connections.endpoints.kinds, { query: {} });
  const configuration = data?.configurations.find((it) => it.kind === kind);
  if (configuration === undefined) return null;
  return (
    <ConnectionSettings
      kind={configuration}
      onClose={onClose}
      onSaved={({ connectionId }) => onCreated(connectionId)}
    />
  );
};

export const connectionLoaders: FieldLoaders = { newConnection: (dialog) => <NewConnection {...dialog} /> };
