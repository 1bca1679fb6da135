import { afterEach, expect, it, vi } from 'vitest';
import { followHost } from './follow-host.ts';

const host = 'https://flows.example.com';
const openFlow = vi.fn<(flowId: string) => void>();
const setTheme = vi.fn<(theme: string) => void>();
const sendToken = vi.fn<() => void>();
const follow = () => followHost(host, { openFlow, setTheme, sendToken });
let stop = (): void => undefined;
afterEach(() => {
  stop();
  vi.clearAllMocks();
});

const post = (data: unknown, { origin = host, source = window.parent as Window | null } = {}) =>
  dispatchEvent(new MessageEvent('message', { data, origin, source }));

it('does what its host asks for', () => {
  stop = follow();
  post({ type: 'OPEN_FLOW', flowId: 'flow_1' });
  post({ type: 'SET_THEME', theme: 'dark' });
  post({ type: 'REQUEST_TOKEN' });
  expect(openFlow).toHaveBeenCalledExactlyOnceWith('flow_1');
  expect(setTheme).toHaveBeenCalledExactlyOnceWith('dark');
  expect(sendToken).toHaveBeenCalledExactlyOnceWith();
});

it.each([
  ['another origin', { type: 'OPEN_FLOW', flowId: 'flow_1' }, { origin: 'https://other.example.com' }],
  ['another window', { type: 'OPEN_FLOW', flowId: 'flow_1' }, { source: null }],
  ['a request for a token from another origin', { type: 'REQUEST_TOKEN' }, { origin: 'null' }],
  ['a path instead of an id', { type: 'OPEN_FLOW', flowId: '../account' }, {}],
  ['another type', { type: 'OPEN_PAGE', flowId: 'flow_1' }, {}],
  ['a theme that does not exist', { type: 'SET_THEME', theme: 'pink' }, {}],
  ['no message at all', null, {}],
])('ignores %s', (_what, data, from) => {
  stop = follow();
  post(data, from);
  expect(openFlow).not.toHaveBeenCalled();
  expect(setTheme).not.toHaveBeenCalled();
  expect(sendToken).not.toHaveBeenCalled();
});
