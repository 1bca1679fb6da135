import type { FieldLoaders } from '../fields/index.ts';
import { ConnectionDialog } from './connection-dialog.tsx';
import { serviceIn } from './model/services.ts';

/** Lets a CONNECTIONS field make a connection on the spot: `<FieldForm loaders={{ newConnection }} />`. */
export const newConnection: NonNullable<FieldLoaders['newConnection']> = ({
  service,
  onCreated,
  onClose,
}) => (
  <ConnectionDialog
    service={serviceIn(service ?? '')}
    onClose={onClose}
    onSaved={({ connectionId }) => onCreated(connectionId)}
  />
);
