import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { test } from './src/fixtures.ts';
import { clientOf, codeStep, makeFlow } from './src/flows.ts';
import { startProduct } from './src/product.ts';
import { signUp } from './src/steps.ts';

/** Serves a page of another origin with the builder in a frame, which lists what it is told. */
const startHost = async (frameOf: () => string) => {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<h1>Host</h1><iframe title="Flows" width="1200" height="700" src="${frameOf()}"></iframe>
      <ul id="news"></ul><script>
      const allowed = new URL(${JSON.stringify(frameOf())}).origin;
      addEventListener('message', ({ origin, data }) => {
        if (origin !== allowed) return;
        const line = document.createElement('li');
        line.textContent = JSON.stringify(data);
        news.append(line);
      });
      const tell = (message) => frames[0].postMessage(message, allowed);</script>`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
};

const tell = (page: Page, message: object) => page.evaluate(`tell(${JSON.stringify(message)})`);

test('flows are built in a frame of the configured host, and of no other', {
  tag: ['@FLOW-02', '@FLOW-21', '@FLOW-22', '@FLOW-23'],
}, async ({ page }) => {
  let address = 'about:blank';
  const host = await startHost(() => address);
  const stranger = await startHost(() => address);
  const product = await startProduct({ env: { ORCHESTRATOR_ORIGIN: host.origin } });
  try {
    await page.goto(`${product.origin}/signup`);
    await signUp(page, 'Ada Lovelace');
    const client = await clientOf(page, product.origin);
    const code = 'export const code = async () => 1;\n';
    const first = await makeFlow(client, 'First flow', [codeStep('Compute', code)]);
    const second = await makeFlow(client, 'Second flow', [codeStep('Count', code)]);
    address = `${product.origin}/embed/flows/${first}`;

    await page.goto(host.origin);
    const frame = page.frameLocator('iframe');
    const news = page.locator('#news');
    await expect(frame.getByRole('heading', { level: 1, name: 'First flow' })).toBeVisible();
    await expect(frame.getByRole('banner')).toHaveCount(0);
    await expect(news).toContainText('{"type":"READY"}');
    await expect(news).toContainText(`"path":"/flows/${first}"`);

    await frame
      .getByLabel(/^Steps of/)
      .getByRole('button', { name: /Compute/ })
      .first()
      .click();
    await frame.getByRole('textbox', { name: 'Name', exact: true }).fill('Compute it');
    await expect(news).toContainText(`{"type":"FLOW_SAVED","flowId":"${first}"`);
    await frame.getByRole('button', { name: 'Publish' }).click();
    await expect(news).toContainText(`{"type":"FLOW_PUBLISHED","flowId":"${first}"`);

    await tell(page, { type: 'OPEN_FLOW', flowId: second });
    await expect(frame.getByRole('heading', { level: 1, name: 'Second flow' })).toBeVisible();
    await expect(news).toContainText(`"path":"/flows/${second}"`);
    await tell(page, { type: 'SET_THEME', theme: 'dark' });
    await expect(frame.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await expect(frame.locator('body')).toHaveCSS('background-color', 'rgb(19, 18, 16)');
    await page.screenshot({ path: `e2e/screenshots/${test.info().project.name}/flow-embedding/01-host.png` });
    await tell(page, { type: 'REQUEST_TOKEN' });
    await expect(news).toContainText('"type":"TOKEN"');
    await expect(news).toContainText('"token":"flo_');

    await page.context().clearCookies();
    await page.goto(host.origin);
    await expect(frame.getByRole('heading', { name: 'Please sign in' })).toBeVisible();
    await expect(frame.getByRole('link', { name: 'Sign in in a new window' })).toBeVisible();
    await expect(news).toContainText('{"type":"SIGN_IN_NEEDED"}');
    await page.screenshot({
      path: `e2e/screenshots/${test.info().project.name}/flow-embedding/02-signed-out.png`,
    });

    await page.goto(stranger.origin);
    await expect(page.getByRole('heading', { name: 'Host' })).toBeVisible();
    await expect.poll(() => page.frames()[1]?.url()).toContain('chrome-error');
    await expect(page.locator('#news')).toBeEmpty();
  } finally {
    await product.close();
    host.close();
    stranger.close();
  }
});
