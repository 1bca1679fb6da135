import { Button, Text } from '@mantine/core';
import { useOperator } from '../../../lib/account/operator.ts';
import { toastError } from '../../../ui/feedback/toasts.tsx';
import { useAllowAddress } from './api.ts';

interface AllowAddressProps {
  /** A host with its port: `127.0.0.1:11434`. */
  address: string;
  /** Called when the address has been allowed. */
  onAllowed: () => void;
}

/** Lets the operator allow the model providers of this tenant to connect to a private address. */
export const AllowAddress = ({ address, onAllowed }: AllowAddressProps) => {
  const allow = useAllowAddress();
  return (
    <div>
      <Button
        size="xs"
        variant="default"
        loading={allow.isPending}
        onClick={() =>
          allow.mutate(
            { body: { address } },
            { onSuccess: onAllowed, onError: (error) => toastError(error.message) },
          )
        }
      >
        Allow this server to be reached from here
      </Button>
    </div>
  );
};

/** Shown when a private address was refused and this browser has not been proven to be the operator's. */
export const HowToAllow = () =>
  useOperator()?.state === 'UNPROVEN' ? (
    <Text size="sm" c="dimmed">
      Are you the operator of this server? Open the link that the server printed when it started in this
      browser, and test again. You can then allow the address here.
    </Text>
  ) : null;
