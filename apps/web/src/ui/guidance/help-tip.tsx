import { ActionIcon, Tooltip } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';

/** A short explanation beside a label; opens on hover, focus and tap. */
export const HelpTip = ({ text }: { text: string }) => (
  <Tooltip label={text} multiline openDelay={0}>
    <ActionIcon size="xs" aria-label={text} component="button" type="button">
      <IconHelpCircle size={15} />
    </ActionIcon>
  </Tooltip>
);
