import { Button, Text } from '@mantine/core';
import { useOperator } from '../../../lib/account/operator.ts';
import { toastError } from '../../../ui/feedback/toasts.tsx';
import { useAllowAddress } from './api.ts';

interface AllowAddressProps {
  /** `127.0.0.1:11434` */
  address: string;
  /** Runs when the server may be reached. */
  onAllowed: () => void;
}

/** For whoever runs this server: lets the company's model providers be reached at a private address. */
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

/** Shown when a private address was refused and this browser is not known to belong to the operator. */
export const HowToAllow = () =>
  useOperator()?.state === 'UNPROVEN' ? (
    <Text size="sm" c="dimmed">
      Do you run this server? Open the link that its start printed in this browser, and test again: you can
      allow the address here then.
    </Text>
  ) : null;
