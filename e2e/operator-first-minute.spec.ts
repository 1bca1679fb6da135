import { expect } from '@playwright/test';
import { startAgentModel } from './src/fakes/agent-model.ts';
import { test } from './src/fixtures.ts';
import { signIn } from './src/steps.ts';

test('an operator finds what was shared, decides what waits, and asks for what is missing', async ({
  product,
  builder,
  visitor,
}) => {
  const owner = builder.page;
  const { page } = visitor;
  const model = await startAgentModel(() => ({ text: 'Dear Ms Ruiz, we send the lamp today.' }));
  const { client, email } = await product.signUp('Ada');
  await model.offerTo(client);
  const olga = await product.signUp('Olga');
  const [tenant] = await product.sql<{ tenant_id: string; user_id: string }>(
    'select tenant_id, user_id from memberships m join users u on u.id = m.user_id where u.email = $1',
    [email],
  );
  const [operator] = await product.sql<{ id: string }>('select id from users where email = $1', [olga.email]);
  const [tenantId, userId] = [tenant?.tenant_id ?? '', operator?.id ?? ''];
  const member = [tenantId, userId, 'OPERATOR'];
  await product.sql('insert into memberships (tenant_id, user_id, role) values ($1, $2, $3)', member);
  // Without a company of their own, they begin in this one.
  await product.sql('delete from memberships where user_id = $1 and tenant_id <> $2', [userId, tenantId]);

  const deploy = async (name: string) => {
    const { agentId } = await client.post<{ agentId: string }>('/api/crew/agents', { name: `${name} agent` });
    await client.post(`/api/crew/agents/${agentId}/publish`, {});
    const settings = { name, agentId, approval: 'ALWAYS', outputs: [] };
    return (await client.post<{ workerId: string }>('/api/worker/workers', settings)).workerId;
  };

  await test.step('nothing is shared at first, and nothing forbidden is offered', async () => {
    await page.goto(product.origin);
    await signIn(page, olga.email);
    await expect(page.getByText('Nothing is shared with you yet')).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText('Open the apps')).toBeHidden();
    await expect(page.getByRole('button', { name: /^New / })).toHaveCount(0);
    await visitor.look('nothing-shared');
  });

  const answers = await deploy('Support answer drafts');
  const returns = await deploy('Returns desk');
  await client.put(`/api/content/update-access/${answers}`, { userIds: [userId] });
  const { appId } = await client.post<{ appId: string }>('/api/content/manage-app', { name: 'House rules' });
  const { knowledgeBaseId } = await client.post<{ knowledgeBaseId: string }>('/api/content/knowledge-base', {
    name: 'Handbook',
  });
  for (const entityId of [appId, knowledgeBaseId])
    await client.post('/api/content/manage-access', { entityId, email: olga.email });
  const { recordId } = await client.post<{ recordId: string }>('/api/worker/trigger-worker', {
    ...{ workerId: answers, input: 'Where is my lamp?', name: 'Where is my lamp?' },
  });

  await test.step('what was given stands on the first screen, with what waits, and one click leads to it', async () => {
    await expect
      .poll(async () => (await client.get<{ stage: string }>(`/api/worker/record/${recordId}`)).stage, {
        timeout: 30_000,
      })
      .toBe('WAITING');
    await page.reload();
    const shared = page.getByRole('list', { name: 'Shared with you' });
    await expect(shared.getByRole('listitem')).toHaveCount(3, { timeout: 30_000 });
    await expect(shared.getByRole('listitem').first()).toContainText('Worker, shared by Ada');
    await visitor.look('home', { fullPage: true });
    await page.getByRole('link', { name: '1 to decide: Support answer drafts' }).click();
    await expect(page.getByText('This result waits for a person.')).toBeVisible({ timeout: 30_000 });
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText('Completed').first()).toBeVisible({ timeout: 30_000 });
  });

  await test.step('the list of workers and Ctrl K lead to it, too', async () => {
    await page.goto(`${product.origin}/agents?list=workers`);
    await expect(page.getByRole('table', { name: 'Workers' }).getByText('Support answer drafts')).toBeVisible(
      {
        timeout: 30_000,
      },
    );
    await visitor.look('workers');
    await page.keyboard.press('Control+k');
    const field = page.getByRole('textbox', { name: 'Search commands' });
    await field.fill('support');
    await expect(page.getByRole('button', { name: /Support answer drafts/ }).last()).toBeVisible();
    await visitor.look('palette');
    await field.fill('worker');
    await expect(page.getByRole('button', { name: 'Workers Agents' })).toBeVisible();
    await expect(page.getByRole('button', { name: /New worker/ })).toHaveCount(0);
    await page.keyboard.press('Escape');
  });

  await test.step('a mail says what it is good for', async () => {
    const { mails } = await product
      .visitor()
      .get<{ mails: { to: string; subject: string; text: string }[] }>('/api/auth/outbox');
    const mail = mails.find(
      ({ to, subject }) => to === olga.email && subject.includes('Support answer drafts'),
    );
    expect(mail?.subject).toBe('Ada shared the worker “Support answer drafts” with you');
    expect(mail?.text).toContain('decide about its results');
    expect(mail?.text).toContain(`${product.origin}/worker?id=${answers}`);
  });

  await test.step('what was not shared is asked for on its own screen', async () => {
    await page.goto(`${product.origin}/worker?id=${returns}`);
    await expect(page.getByRole('heading', { name: 'This worker is not shared with you' })).toBeVisible({
      timeout: 30_000,
    });
    await expect(page.getByText('does not exist')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden();
    await visitor.look('not-shared', { fullPage: true });
    await page.getByLabel('What do you need it for?').fill('I answer for returns in May.');
    await page.getByRole('button', { name: 'Ask for this worker' }).click();
    await expect(page.getByText('You have asked for access')).toBeVisible();
  });

  await test.step('the owner gives it with one click, on the first screen', async () => {
    await owner.goto(product.origin);
    await signIn(owner, email);
    await expect(owner.getByText('I answer for returns in May.')).toBeVisible({ timeout: 60_000 });
    await builder.look('request', { fullPage: true });
    await owner.getByRole('button', { name: 'Give access to Olga: Returns desk' }).click();
    await expect(owner.getByText('Olga has access now.')).toBeVisible();
    await expect(owner.getByText('I answer for returns in May.')).toBeHidden();
  });

  await test.step('and the operator opens it', async () => {
    await page.getByRole('button', { name: 'Open the worker' }).click({ timeout: 40_000 });
    await expect(page.getByRole('heading', { level: 1, name: 'Returns desk' })).toBeVisible({
      timeout: 30_000,
    });
  });

  await test.step('the other screens say whom to ask, and offer nothing forbidden', async () => {
    for (const [path, words] of [
      ['/flows', 'No flows are shared with you yet'],
      ['/prompt-manager', 'No prompts are shared with you yet'],
      ['/monitor?kind=CREW', 'No crews are shared with you yet'],
      ['/agents?list=crews', 'No crews are shared with you yet'],
      ['/tools', 'Owners, Admins, and Builders can open this'],
    ] as const) {
      await page.goto(`${product.origin}${path}`);
      await expect(page.getByText(words)).toBeVisible({ timeout: 30_000 });
      await expect(page.getByRole('button', { name: /^New / })).toHaveCount(0);
    }
    await visitor.look('refused');
    await owner.goto(`${product.origin}/manage-user`);
    await owner.getByRole('button', { name: 'Invite user' }).click();
    await expect(owner.getByRole('dialog', { name: 'Invite a user' })).toBeVisible();
    await builder.look('roles');
  });

  await model.close();
});
