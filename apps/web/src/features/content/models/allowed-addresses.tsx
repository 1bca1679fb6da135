import type { ModelAddress } from '@atelier/contracts/content/models';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatDate } from '../../../lib/format.ts';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { useModelAddresses, useRemoveAddress } from './api.ts';
import classes from './models.module.css';

const Addresses = ({ addresses }: { addresses: ModelAddress[] }) => {
  const remove = useRemoveAddress();
  const [removing, setRemoving] = useState<ModelAddress>();
  if (addresses.length === 0) return null;
  return (
    <Panel
      title="Allowed addresses"
      description="The operator of this server allowed the model providers of your company to be reached at these private addresses."
    >
      <ul className={`stack-3 bare ${classes.addresses}`}>
        {addresses.map((each) => (
          <li className="row-2-3" key={each.addressId}>
            <code>{each.address}</code>
            <span>allowed on {formatDate(each.allowedAt)}</span>
            <Button
              size="xs"
              variant="default"
              aria-label={`Remove ${each.address}`}
              onClick={() => setRemoving(each)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {removing ? (
        <ConfirmDialog
          opened
          onClose={() => setRemoving(undefined)}
          title={`Remove ${removing.address}?`}
          confirmLabel="Remove"
          onConfirm={() => remove.mutateAsync({ params: { id: removing.addressId } })}
        >
          Model providers at this address will not be reached any more. Only the operator can allow it again.
        </ConfirmDialog>
      ) : null}
    </Panel>
  );
};

/** Lists the private addresses that model providers of this tenant may connect to. Draws nothing while the list is empty. */
export const AllowedAddresses = () => (
  <QueryView query={useModelAddresses()}>{({ addresses }) => <Addresses addresses={addresses} />}</QueryView>
);
