import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMay } from '../../lib/account/session.ts';

/** Buttons for the things that people create most. */
export const HomeActions = ({ onNewAgent }: { onNewAgent: (() => void) | undefined }) => {
  const may = useMay();
  const navigate = useNavigate();
  const open = (to: string) => void navigate({ to, search: { new: '1' } });
  return (
    <>
      {may('knowledge:write') ? (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          onClick={() => open('/knowledge-base')}
        >
          Knowledge base
        </Button>
      ) : null}
      {may('apps:write') ? (
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => open('/apps')}>
          App
        </Button>
      ) : null}
      {onNewAgent ? (
        <Button leftSection={<IconPlus size={16} />} onClick={onNewAgent}>
          New agent
        </Button>
      ) : null}
    </>
  );
};
