import { startMailServers } from '@atelier/pieces/tests/mail-servers';
import { expect } from '@playwright/test';
import { eventually } from './src/eventually.ts';
import { type Conversation, startAgentModel } from './src/fakes/agent-model.ts';
import { test } from './src/fixtures.ts';
import { pdf } from './src/sample-files.ts';
import { signIn } from './src/steps.ts';

const invoice = [
  'Brook Paper Mill Ltd\nInvoice 2026-0417\nNet 1,020.00 GBP\nTax 204.00 GBP\nTotal 1,224.00 GBP',
];

const mailOf = (file: string): string =>
  [
    'From: Brook Paper Mill <bills@brook.example>\nTo: ann@example.com',
    'Subject: Invoice 2026-0417\nDate: Mon, 2 Nov 2026 09:30:00 +0000\nMessage-ID: <0417@brook.example>',
    'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n',
    '--b\nContent-Type: text/plain; charset=utf-8\n\nDear Ann,\n\nplease find our invoice attached.\n\nBrook Paper Mill\n--b',
    'Content-Type: application/pdf; name=invoice.pdf\nContent-Disposition: attachment; filename=invoice.pdf',
    `Content-Transfer-Encoding: base64\n\n${file.replaceAll(/(.{76})/g, '$1\n')}\n--b--\n`,
  ].join('\n');

/** Reads the fields out of the task, as a model does: nothing is found unless the mail and its PDF were read. */
const extract = ({ task }: Conversation) => {
  const find = (pattern: RegExp): string => pattern.exec(task)?.[1] ?? '';
  const amount = (name: string): number =>
    Number(find(new RegExp(`${name} ([\\d,.]+) GBP`)).replaceAll(',', ''));
  return {
    text: JSON.stringify({
      ...{ supplier: find(/From: (.+?) </), invoice_number: find(/Invoice (\d{4}-\d{4})/) },
      ...{ invoice_date: '2026-11-02', due_date: '2026-12-02', currency: 'GBP' },
      ...{ net: amount('Net'), tax: amount('Tax'), total: amount('Total'), iban: '', problems: '' },
    }),
  };
};

interface Read {
  queue: { kind: string; lookedAt: string | null }[];
}

test('A mail from a real mailbox is read, approved by an operator on a phone, and appended to a table', async ({
  product,
  builder,
  visitor,
}) => {
  const { page } = builder;
  const mailbox = await startMailServers('mail.example.com');
  const model = await startAgentModel(extract);
  const { client, email } = await product.signUp('Ada');
  await model.offerTo(client);
  const values = {
    ...{ user: 'ann@example.com', password: 'secret', smtpSecurity: 'NONE', imapSecurity: 'NONE' },
    ...{ imapHost: '127.0.0.1', imapPort: mailbox.ports.imap },
  };
  const connection = { name: 'Invoices by mail', service: 'WEB', kind: 'MAIL', values };
  await client.post('/api/content/v2/connection', connection);

  await test.step('a template that is made for mail reads the mailbox of the company', async () => {
    await page.goto(`${product.origin}/agents?new=worker`);
    await signIn(page, email);
    await page.getByRole('button', { name: /Invoice extraction/ }).click({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Use this template' }).click();
    await expect(page.getByRole('combobox', { name: 'Mailbox' })).toHaveValue('Invoices by mail');
    await builder.look('mailbox', { fullPage: true });
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Deploy' }).click();
    await expect(page.getByRole('button', { name: 'Run the test' })).toBeVisible({ timeout: 30_000 });
    await page.getByRole('button', { name: 'Open the worker' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Invoice extraction' })).toBeVisible();
  });

  const olga = await product.signUp('Olga');
  const [worker] = await product.sql<{ id: string; tenant_id: string }>('select id, tenant_id from workers');
  const [operator] = await product.sql<{ id: string }>('select id from users where email = $1', [olga.email]);
  const [workerId, tenantId, userId] = [worker?.id ?? '', worker?.tenant_id ?? '', operator?.id ?? ''];
  const member = [tenantId, userId, 'OPERATOR'];
  await product.sql('insert into memberships (tenant_id, user_id, role) values ($1, $2, $3)', member);
  // Without a company of their own, they begin in this one.
  await product.sql('delete from memberships where user_id = $1 and tenant_id <> $2', [userId, tenantId]);
  await client.put(`/api/content/update-access/${workerId}`, { userIds: [userId] });
  const phone = visitor.page;
  await phone.setViewportSize({ width: 390, height: 844 });
  await phone.emulateMedia({ colorScheme: 'dark' });

  await test.step('an operator watches on a phone while the mail arrives', async () => {
    await phone.goto(`${product.origin}/worker?id=${workerId}`);
    await signIn(phone, olga.email);
    await expect(phone.getByRole('heading', { level: 1, name: 'Invoice extraction' })).toBeVisible({
      timeout: 60_000,
    });
    await eventually(async () => {
      const { queue } = await client.get<Read>(`/api/worker/workers/${workerId}`);
      return queue.find(({ kind }) => kind === 'MAIL')?.lookedAt ?? undefined;
    });
    mailbox.receive(mailOf(Buffer.from(await pdf(invoice)).toString('base64')));
    await expect(phone.getByText('Needs a decision').last()).toBeVisible({ timeout: 60_000 });
    await visitor.look('operator-worker', { fullPage: true });
  });

  await test.step('the operator compares the fields with the mail and the page of its invoice, and approves', async () => {
    await phone.getByRole('link', { name: /Invoice 2026-0417/ }).click();
    await expect(phone.getByText('This result waits for a person.')).toBeVisible({ timeout: 30_000 });
    await expect(phone.getByText('bills@brook.example')).toBeVisible();
    await expect(phone.getByText('1,224', { exact: true })).toBeVisible();
    await expect(phone.getByText('Page 1 of 1')).toBeVisible({ timeout: 30_000 });
    await visitor.look('operator-decides', { fullPage: true });
    await phone.getByRole('button', { name: 'Approve' }).click();
    await expect(phone.getByText('Appended to Invoices.csv')).toBeVisible({ timeout: 30_000 });
  });

  await test.step('the document stands beside the trace on a wide window, as a page or as text', async () => {
    await page.getByRole('link', { name: /Invoice 2026-0417/ }).click({ timeout: 30_000 });
    await expect(page.getByText('Page 1 of 1')).toBeVisible({ timeout: 30_000 });
    await builder.look('document', { fullPage: true });
    await page.getByRole('button', { name: 'Show where the source says it: Total' }).click();
    await expect(page.locator('i[data-chunk]').first()).toBeVisible();
    await builder.look('document-marked');
    await page.getByRole('button', { name: 'Show the text' }).click();
    await expect(page.getByRole('region', { name: 'Text of the document' })).toContainText(
      'Total 1,224.00 GBP',
    );
    const marked = page.getByRole('region', { name: 'Text of the document' }).locator('mark');
    await expect(marked).toHaveText('1,224.00');
    await builder.look('document-text-marked');
  });

  await test.step('the row is in the table, once', async () => {
    const csv = await (await client.fetch(`/api/worker/workers/${workerId}/tables/Invoices`)).text();
    expect(csv.match(/2026-0417/g)).toHaveLength(1);
    expect(csv).toContain('Brook Paper Mill');
    expect(csv).toContain('1224');
  });
  builder.expectQuiet();
  visitor.expectQuiet();
  await model.close();
  await mailbox.close();
});
