import { useMantineColorScheme } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { tellHost } from '../../lib/browser/host-window.ts';
import { orchestratorOrigin } from '../../lib/front-end-settings.ts';
import { followHost } from './follow-host.ts';

/** Connects the page with the host around its frame. */
export const HostLink = () => {
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const path = useLocation({ select: (location) => location.pathname });
  const openFlow = useEffectEvent((flowId: string) => void navigate({ to: `/flows/${flowId}` }));
  const setTheme = useEffectEvent(setColorScheme);
  // The host is another window.
  useEffect(() => {
    const stop = followHost(orchestratorOrigin(), { openFlow, setTheme });
    tellHost({ type: 'READY' });
    return stop;
  }, []);
  useEffect(() => tellHost({ type: 'NAVIGATED', path }), [path]);
  return null;
};
