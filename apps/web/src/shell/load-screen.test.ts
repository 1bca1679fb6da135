import { beforeEach, expect, it, vi } from 'vitest';
import { lazyScreen, loadOrReload } from './load-screen.ts';

const place = 'http://atelier.test/apps';
const failing = () => Promise.reject(new Error('Failed to fetch dynamically imported module'));
const browserAt = (address = place) => ({
  storage: sessionStorage,
  address: vi.fn<() => string>(() => address),
  connected: () => Promise.resolve(),
  reload: vi.fn<(value?: unknown) => void>(),
});

beforeEach(() => sessionStorage.clear());

it('reloads the page once when a screen cannot be loaded, and stays silent', {
  tags: ['ROUTE-60'],
}, async () => {
  const browser = browserAt();
  const settled = vi.fn<(value?: unknown) => void>();
  void loadOrReload(failing, browser).then(settled, settled);
  await vi.waitFor(() => expect(browser.reload).toHaveBeenCalledOnce());
  expect(settled).not.toHaveBeenCalled();
});

it('shows the error when it fails again right after', { tags: ['ROUTE-60', 'ROUTE-61'] }, async () => {
  const browser = browserAt();
  void loadOrReload(failing, browser);
  await vi.waitFor(() => expect(browser.reload).toHaveBeenCalledOnce());
  await expect(loadOrReload(failing, browser)).rejects.toThrow('Failed to fetch');
  expect(browser.reload).toHaveBeenCalledOnce();
});

it('reloads once more after it has worked in between', async () => {
  const browser = browserAt();
  void loadOrReload(failing, browser);
  await vi.waitFor(() => expect(browser.reload).toHaveBeenCalledOnce());
  expect(await loadOrReload(() => Promise.resolve('screen'), browser)).toBe('screen');
  void loadOrReload(failing, browser);
  await vi.waitFor(() => expect(browser.reload).toHaveBeenCalledTimes(2));
});

it('waits with the reload until the server answers', async () => {
  const answer = Promise.withResolvers<void>();
  const browser = { ...browserAt(), connected: () => answer.promise };
  void loadOrReload(failing, browser);
  await new Promise((resolve) => setTimeout(resolve));
  expect(browser.reload).not.toHaveBeenCalled();
  answer.resolve();
  await vi.waitFor(() => expect(browser.reload).toHaveBeenCalledOnce());
});

it('reloads nothing for a user who has opened another screen meanwhile', async () => {
  const browser = browserAt();
  const connected = () => {
    browser.address.mockReturnValue('http://atelier.test/agents');
    return Promise.resolve();
  };
  await expect(loadOrReload(failing, { ...browser, connected })).rejects.toThrow('Failed to fetch');
  expect(browser.reload).not.toHaveBeenCalled();
});

it('says nothing of a screen that could not be fetched ahead of time', async () => {
  const load = vi.fn<typeof failing>(failing);
  await lazyScreen(load).preload();
  expect(load).toHaveBeenCalledOnce();
});
