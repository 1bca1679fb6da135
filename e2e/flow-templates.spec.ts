import { expect } from '@playwright/test';
import { test } from './src/fixtures.ts';
import { signUp } from './src/steps.ts';

test('a template is found, chosen and opened, and the builder asks for what it needs', async ({
  product,
  builder,
}) => {
  const { page } = builder;
  await page.goto(`${product.origin}/signup`);
  await signUp(page, 'Ada Lovelace');
  await page.goto(`${product.origin}/flows`);
  const gallery = page.getByRole('region', { name: 'Templates' });
  await expect(gallery.getByRole('listitem')).toHaveCount(10);
  await builder.look('gallery');
  const search = gallery.getByRole('textbox', { name: 'Search templates' });
  await search.fill('nothing like this');
  await expect(gallery.getByText('No template fits. Try another word.')).toBeVisible();
  await search.fill('watch page');
  const found = gallery.getByRole('button', { name: /Watch a web page/ });
  await expect(gallery.getByRole('listitem')).toHaveCount(1);
  await expect(found).toContainText('Needs a connection to Mail');
  await found.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Watch a web page' })).toBeVisible();
  const steps = page.getByLabel(/^Steps of/);
  await steps
    .getByRole('button', { name: /Tell about the change/ })
    .first()
    .click();
  await expect(page.getByRole('combobox', { name: 'Connection' }).first()).toBeVisible();
  await builder.look('opened');

  await test.step('one that the clock starts tells when', async () => {
    await page.goto(`${product.origin}/flows`);
    await page.getByRole('button', { name: 'From words or a template' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Daily report by mail/ })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: 'Daily report by mail' })).toBeVisible();
    await steps
      .getByRole('button', { name: /Every working day/ })
      .first()
      .click();
    const next = page.getByRole('region', { name: 'Next starts' });
    await expect(next.getByRole('listitem')).toHaveCount(5);
    await next.scrollIntoViewIfNeeded();
    await builder.look('next-starts');
  });
});
