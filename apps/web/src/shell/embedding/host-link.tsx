import { useMantineColorScheme } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { loadFlowService } from '../../features/assistants/flows/index.ts';
import { tellHost } from '../../lib/browser/host-window.ts';
import { orchestratorOrigin } from '../../lib/front-end-settings.ts';
import { followHost } from './follow-host.ts';

/** Sends the host the token with which its own programs call the orchestrator, or why there is none. */
const sendToken = async (): Promise<void> => {
  try {
    const { obtainToken } = await loadFlowService();
    tellHost({ type: 'TOKEN', ...(await obtainToken()) });
  } catch (error) {
    tellHost({ type: 'TOKEN_FAILED', message: error instanceof Error ? error.message : '' });
  }
};

/** Connects the page with the host around its frame. */
export const HostLink = () => {
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const path = useLocation({ select: (location) => location.pathname });
  const openFlow = useEffectEvent((flowId: string) => void navigate({ to: `/flows/${flowId}` }));
  const setTheme = useEffectEvent(setColorScheme);
  // The host is another window.
  useEffect(() => {
    const stop = followHost(orchestratorOrigin(), {
      openFlow,
      setTheme,
      sendToken: () => void sendToken(),
    });
    tellHost({ type: 'READY' });
    return stop;
  }, []);
  useEffect(() => tellHost({ type: 'NAVIGATED', path }), [path]);
  return null;
};
