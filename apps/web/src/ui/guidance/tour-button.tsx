import { Button } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';

/** Starts the guided tour of a screen. */
export const TourButton = ({ onStart }: { onStart: () => void }) => (
  <Button variant="default" leftSection={<IconRoute size={16} />} onClick={onStart}>
    Show me around
  </Button>
);
