import { Button } from '@mantine/core';
import { IconPlayerStop, IconRefresh, IconRepeat } from '@tabler/icons-react';

const looks = {
  CANCEL: { Icon: IconPlayerStop, variant: 'default' },
  AGAIN: { Icon: IconRepeat, variant: 'default' },
  CONTINUE: { Icon: IconRefresh, variant: 'filled' },
} as const;

interface RunActionProps {
  kind: keyof typeof looks;
  label: string;
  isBusy?: boolean;
  isSmall?: boolean;
  onClick: () => void;
}

/** A button that ends the work on something, continues it, or has it done again. */
export const RunAction = ({ kind, label, isBusy = false, isSmall = false, onClick }: RunActionProps) => {
  const { Icon, variant } = looks[kind];
  return (
    <Button
      size={isSmall ? 'xs' : 'sm'}
      variant={variant}
      leftSection={<Icon size={16} />}
      loading={isBusy}
      onClick={onClick}
    >
      {label}
    </Button>
  );
};
