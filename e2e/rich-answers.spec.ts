import { expect } from '@playwright/test';
import { makeApp } from './src/chat.ts';
import { startScriptedModel } from './src/fakes/scripted-model.ts';
import { test } from './src/fixtures.ts';
import { makeBase, settled, upload } from './src/knowledge.ts';
import { answered } from './src/steps.ts';

const answer = `The tide follows $h = a \\cos(\\omega t)$ in the harbour. [1]

$$
h(t) = \\sum_{k=1}^{n} a_k \\cos\\left(\\frac{2\\pi t}{T_k}\\right)
$$

| Ship | Fee |
|---|---|
| Alpha | $5 to $10 |

\`\`\`js
const height = (t) => 3 * Math.cos(t); // metres
\`\`\`

הגאות באה פעמיים ביום.

The last line is English again.
`;

test('an answer shows formulas, code, a table and two scripts, and its citations survive a reload', {
  tag: ['@CHAT-05'],
}, async ({ product, visitor }) => {
  const model = await startScriptedModel(() => answer);
  try {
    const { client } = await product.signUp('Ada');
    const base = await makeBase(client, 'Tides');
    await upload(client, base, [
      { name: 'tides.md', content: '# Tides\n\nThe tide in the harbour follows the **moon** twice a day.\n' },
    ]);
    await settled(client, base);
    const appId = await makeApp(client, 'Harbour', base);
    await model.answerFor(client, appId);
    const { page } = visitor;
    await page.goto(`${product.origin}/chat/${appId}`);
    await page.getByRole('textbox', { name: /^Ask / }).fill('How does the tide in the harbour move?');
    await page.keyboard.press('Enter');
    await answered(page);
    const shown = page.getByRole('log').locator('article').last();

    await test.step('formulas are drawn in their line and in lines of their own', async () => {
      await expect(shown.locator('math')).toHaveCount(2);
      await expect(shown.locator('math[display=block] mfrac')).toBeVisible();
      const line = await shown.getByText('The tide follows').boundingBox();
      const formula = await shown.locator('math').first().boundingBox();
      expect((formula?.y ?? 0) + (formula?.height ?? 0)).toBeLessThanOrEqual(
        (line?.y ?? 0) + (line?.height ?? 0),
      );
    });

    await test.step('code is coloured and copied, and amounts of money stay text', async () => {
      await expect(shown.locator('pre span').first()).toHaveText('const');
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await shown.getByRole('button', { name: 'Copy code' }).click();
      await expect(shown.getByRole('button', { name: 'Copied' })).toBeVisible();
      expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(
        'const height = (t) => 3 * Math.cos(t); // metres\n',
      );
      await expect(shown.getByRole('cell', { name: '$5 to $10' })).toBeVisible();
    });

    await test.step('each paragraph runs in the direction of its script', async () => {
      await expect(shown.getByText('הגאות')).toHaveCSS('direction', 'rtl');
      await expect(shown.getByText('The last line')).toHaveCSS('direction', 'ltr');
    });
    await visitor.look('rich-answer', { fullPage: true });

    await test.step('a number key opens a source, and the cited sentence stays in sight', async () => {
      const mark = shown.getByRole('button', { name: /^Source 1: tides\.md/ });
      await mark.focus();
      await page.keyboard.press('1');
      const source = page
        .getByRole('complementary', { name: 'tides.md' })
        .or(page.getByRole('dialog', { name: 'tides.md' }));
      await expect(source.locator('strong')).toHaveText('moon');
      await visitor.look('source');
      await page.keyboard.press('Escape');
      await expect(source).toBeHidden();
      await mark.click();
      await expect(source).toBeVisible();
      const sheet = await source.boundingBox();
      const place = await mark.boundingBox();
      const isBeside = (place?.x ?? 0) + (place?.width ?? 0) <= (sheet?.x ?? 0);
      const isAbove = (place?.y ?? 0) + (place?.height ?? 0) <= (sheet?.y ?? 0);
      expect(isBeside || isAbove).toBe(true);
      expect(place?.y).toBeGreaterThan(0);
      await page.keyboard.press('Escape');
      await expect(source).toBeHidden();
      await page.mouse.move(0, 0);
    });

    if (test.info().project.name === 'desktop-light')
      await test.step('pointing at a mark shows what it cites', async () => {
        await shown.getByRole('button', { name: /^Source 1: tides\.md/ }).hover();
        await expect(page.getByRole('tooltip')).toContainText('twice a day');
        await visitor.look('preview');
        await page.mouse.move(0, 0);
        await expect(page.getByRole('tooltip')).toBeHidden();
      });

    await test.step('the citation is there after a reload', async () => {
      await page.reload();
      await expect(shown.getByRole('button', { name: /^Source 1: tides\.md/ })).toBeVisible();
      await expect(shown.locator('math')).toHaveCount(2);
    });
    visitor.expectQuiet();
  } finally {
    await model.close();
  }
});
