import { startMailServers } from '@atelier/pieces/tests/mail-servers';
import { expect, type Page } from '@playwright/test';
import type { Client } from './src/client.ts';
import { startScriptedModel } from './src/fakes/scripted-model.ts';
import { test } from './src/fixtures.ts';
import { makeBase, upload } from './src/knowledge.ts';
import { signIn } from './src/steps.ts';

/** Connects a mailbox of the company, and makes the tool that sends from it. */
const connectMailbox = async (client: Client, smtpPort: number): Promise<void> => {
  const values = {
    ...{ user: 'ann@example.com', password: 'secret', smtpSecurity: 'NONE', imapSecurity: 'NONE' },
    ...{ smtpHost: '127.0.0.1', smtpPort },
  };
  const connection = { name: 'Staff office', service: 'WEB', kind: 'MAIL', values };
  const { connectionId } = await client.post<{ connectionId: string }>(
    '/api/content/v2/connection',
    connection,
  );
  await client.post('/api/crew/tools', {
    ...{ name: 'Staff office mail', kind: 'DEFAULT', defaultToolId: 'tol_send_mail', connectionId },
    ...{ effect: 'WRITES', approval: 'AFTER_FOREIGN_TEXT' },
  });
};

const choose = async (page: Page, field: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option }).click();
  await page.keyboard.press('Escape');
};

test('from no agent to one that searches a knowledge base, asks, and sends a mail, watched live', async ({
  product,
  builder,
}) => {
  const { page } = builder;
  const mailbox = await startMailServers('mail.example.com');
  const mail = { to: 'grace@example.com', subject: 'Your leave', text: 'You have 25 days of leave.' };
  const model = await startScriptedModel((_question, turn) => {
    if (turn === 0)
      return {
        text: 'I look it up.',
        calls: [['search_staff_handbook', { query: 'days of leave' }]],
      };
    return turn === 1 ? { calls: [['staff_office_mail', mail]] } : 'I told Grace that she has **25 days**.';
  });
  const { client, email } = await product.signUp('Ada');
  const base = await makeBase(client, 'Staff handbook');
  await upload(client, base, [{ name: 'leave.md', content: '# Leave\n\nEmployees get 25 days of leave.' }]);
  await connectMailbox(client, mailbox.ports.smtp);
  await model.offerTo(client);

  await test.step('the empty list leads to the wizard, which makes the agent', async () => {
    await page.goto(`${product.origin}/agents`);
    await signIn(page, email);
    await expect(page.getByRole('heading', { name: 'Make your first agent' })).toBeVisible({
      timeout: 60_000,
    });
    await page.getByRole('button', { name: 'New agent' }).last().click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Staff clerk');
    await page.getByRole('button', { name: 'Continue' }).click();
    await choose(page, 'Tools', 'Staff office mail');
    await choose(page, 'Knowledge bases', 'Staff handbook');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Create agent' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Staff clerk' })).toBeVisible();
  });

  await test.step('it searches, and asks before the mail leaves', async () => {
    // A phone shows the settings and the trial one at a time.
    const part = page.getByRole('radiogroup', { name: 'Part of the workbench' }).getByText('Try it');
    if (await part.isVisible()) await part.click();
    await page.getByRole('textbox', { name: 'Task' }).fill('Tell Grace how many days of leave she has.');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(page.getByRole('article', { name: 'Call of Search Staff handbook' })).toBeVisible({
      timeout: 60_000,
    });
    const card = page.getByRole('region', { name: 'May the agent use “Staff office mail”?' });
    await expect(card).toContainText('You have 25 days of leave.', { timeout: 60_000 });
    expect(mailbox.sent).toEqual([]);
    await builder.look('mail-approval', { fullPage: true });
    await card.getByRole('button', { name: 'Approve', exact: true }).click();
  });

  await test.step('the mail is sent once, and the agent says so', async () => {
    await expect(page.getByText('I told Grace that she has')).toBeVisible({ timeout: 60_000 });
    expect(mailbox.sent).toHaveLength(1);
    expect(mailbox.sent[0]).toMatch(/^To: grace@example\.com$/m);
    expect(mailbox.sent[0]).toContain('You have 25 days of leave.');
    await builder.look('mail-sent', { fullPage: true });
  });
  builder.expectQuiet();
  await model.close();
  await mailbox.close();
});
