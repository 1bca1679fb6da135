import { beforeEach, expect, it, vi } from 'vitest';
import { loadOrReload } from './load-screen.ts';

const address = 'http://atelier.test/apps';
const failing = () => Promise.reject(new Error('Failed to fetch dynamically imported module'));

beforeEach(() => sessionStorage.clear());

it('reloads the page once when a screen cannot be loaded, and stays silent', {
  tags: ['ROUTE-60'],
}, async () => {
  const reload = vi.fn<(value?: unknown) => void>();
  const settled = vi.fn<(value?: unknown) => void>();
  void loadOrReload(failing, { storage: sessionStorage, address, reload }).then(settled, settled);
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(settled).not.toHaveBeenCalled();
});

it('shows the error when it fails again right after', { tags: ['ROUTE-60', 'ROUTE-61'] }, async () => {
  const browser = { storage: sessionStorage, address, reload: vi.fn<(value?: unknown) => void>() };
  void loadOrReload(failing, browser);
  await vi.waitFor(() => expect(browser.reload).toHaveBeenCalledOnce());
  await expect(loadOrReload(failing, browser)).rejects.toThrow('Failed to fetch');
  expect(browser.reload).toHaveBeenCalledOnce();
});

it('reloads once more after it has worked in between', async () => {
  const browser = { storage: sessionStorage, address, reload: vi.fn<(value?: unknown) => void>() };
  void loadOrReload(failing, browser);
  await vi.waitFor(() => expect(browser.reload).toHaveBeenCalledOnce());
  expect(await loadOrReload(() => Promise.resolve('screen'), browser)).toBe('screen');
  void loadOrReload(failing, browser);
  await vi.waitFor(() => expect(browser.reload).toHaveBeenCalledTimes(2));
});
