import { ActionIcon, Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useCopied } from './use-copied.ts';

interface CopyButtonProps {
  /** The text that is copied. */
  value: string;
  /** Names the text in the accessible name: "Copy link". */
  label?: string;
  /** Shows a button with its label as text instead of an icon. */
  withText?: boolean;
  /** Used together with `withText`: makes this the main button of a dialog, which takes the focus when it appears. */
  isMain?: boolean;
  size?: 'xs' | 'sm' | 'md';
}

const focusOn = (button: HTMLButtonElement | null) => button?.focus();

export const CopyButton = ({
  value,
  label = 'Copy',
  withText = false,
  isMain = false,
  size = 'sm',
}: CopyButtonProps) => {
  const clipboard = useCopied();
  const copy = () => clipboard.copy(value);
  const icon = clipboard.copied ? <IconCheck size={15} /> : <IconCopy size={15} />;
  const announcement = <span aria-live="polite">{clipboard.copied ? 'Copied' : label}</span>;
  if (withText) {
    return (
      <Button
        ref={isMain ? focusOn : null}
        variant={isMain ? 'filled' : 'default'}
        size={size}
        leftSection={icon}
        onClick={copy}
      >
        {announcement}
      </Button>
    );
  }
  return (
    <ActionIcon
      size={size}
      onClick={copy}
      aria-label={clipboard.copied ? 'Copied' : label}
      title={clipboard.copied ? 'Copied' : label}
    >
      {icon}
    </ActionIcon>
  );
};
