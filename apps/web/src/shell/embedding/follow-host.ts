import { isMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { readProperty } from '../../ui/feedback/read-property.ts';

interface Followed {
  openFlow: (flowId: string) => void;
  setTheme: (theme: MantineColorScheme) => void;
  sendToken: () => void;
}

const idForm = /^[\w-]{1,100}$/;

/**
 * Does what the host around the frame asks for (FLOW-22): `{ type: 'OPEN_FLOW', flowId }`, `{ type: 'SET_THEME', theme }` and
 * `{ type: 'REQUEST_TOKEN' }`. Messages of other origins and windows are ignored, as are those of another form. Returns a function that stops it.
 */
export const followHost = (
  origin: string | undefined,
  { openFlow, setTheme, sendToken }: Followed,
): (() => void) => {
  const onMessage = ({ origin: sender, source, data }: MessageEvent<unknown>) => {
    if (origin === undefined || sender !== origin || source !== window.parent) return;
    const [type, flowId, theme] = ['type', 'flowId', 'theme'].map((name) => readProperty(data, name));
    if (type === 'OPEN_FLOW' && typeof flowId === 'string' && idForm.test(flowId)) openFlow(flowId);
    if (type === 'REQUEST_TOKEN') sendToken();
    if (type === 'SET_THEME' && isMantineColorScheme(theme)) setTheme(theme);
  };
  addEventListener('message', onMessage);
  return () => removeEventListener('message', onMessage);
};
