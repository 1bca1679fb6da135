import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { multilingualFolder } from '../tools/test-weights.mjs';
import { Client } from './src/client.ts';
import { startMirror } from './src/fakes/weights-mirror.ts';
import { test } from './src/fixtures.ts';
import { retrieve } from './src/knowledge.ts';
import { startProduct } from './src/product.ts';
import { dropFiles, expectImported, makeKnowledgeBase, signUp } from './src/steps.ts';

const label = 'multilingual-e5-small';
const model = {
  id: label,
  label,
  languages: 'About 100 languages',
  licence: 'MIT',
  dimensions: 384,
  mostTokens: 512,
  prefixes: { QUESTION: 'query: ', CHUNK: 'passage: ' },
};

/** Names the weights for tests as an operator names a model of their own. It takes the place of the model of the same name. */
const writeModelsFile = async (folder: string): Promise<string> => {
  const files = await Promise.all(
    ['model.onnx', 'tokenizer.json'].map(async (name) => {
      const content = await readFile(join(multilingualFolder, name));
      const sha256 = createHash('sha256').update(content).digest('hex');
      return { name, path: `multilingual/${name}`, bytes: content.length, sha256 };
    }),
  );
  const path = join(folder, 'models.json');
  await writeFile(path, JSON.stringify([{ ...model, files }]));
  return path;
};

const texts = {
  'lease.txt': 'The rent for the flat is due on the first of each month.',
  'library.txt': 'Библиотека выдаёт книги на три недели.',
  'choir.txt': 'Der Chor probt donnerstags im Rathaus und singt Lieder von Schubert.',
  'tea.txt': '绿茶应该用八十度的水冲泡。',
};
/** They share no word with the texts that answer them. */
const questions = [
  ['¿Cuántas semanas puedo tener un libro prestado?', 'library.txt'],
  ['On which evening do people make music together?', 'choir.txt'],
] as const;

test('many languages by choice: the model is downloaded, tried beside the present index, and switched to', async ({
  builder,
}) => {
  const { page } = builder;
  const mirror = await startMirror('multilingual');
  const folder = await mkdtemp(join(tmpdir(), 'atelier-multilingual-'));
  const env = {
    EMBEDDING_MODELS: `all-minilm-l6-v2,${label}`,
    EMBEDDING_MODELS_FILE: await writeModelsFile(folder),
    EMBEDDING_WEIGHTS_FROM: mirror.address,
  };
  const product = await startProduct({ env });
  try {
    await page.goto(product.operatorLink);
    await signUp(page, 'Ada Lovelace');
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: label }) });

    await test.step('the screen shows how far the download is, while the English model is used', async () => {
      await page.goto(`${product.origin}/models`);
      await expect(card).toContainText('Downloading');
      await expect(
        card.getByRole('progressbar', { name: /^\d+(\.\d)? MB of 12\d(\.\d)? MB$/ }),
      ).toBeVisible();
      await card.scrollIntoViewIfNeeded();
      await builder.look('models-downloading');
    });

    const base = await makeKnowledgeBase(page, 'House');
    const client = new Client(product.origin);
    for (const { name, value } of await page.context().cookies()) client.cookies.set(name, value);
    await dropFiles(
      page,
      Object.entries(texts).map(([name, text]) => ({
        name,
        mimeType: 'text/plain',
        buffer: Buffer.from(text),
      })),
    );
    await expectImported(page, Object.keys(texts).length);

    await test.step('the model is ready when its files are there', async () => {
      mirror.finish();
      await page.goto(`${product.origin}/models`);
      await expect(card).toContainText('Ready', { timeout: 60_000 });
      await card.scrollIntoViewIfNeeded();
      await builder.look('models-ready');
    });

    await test.step('it is chosen for an index beside the present one', async () => {
      await page.goto(`${product.origin}/knowledge-base/${base}/index`);
      await page.getByRole('combobox', { name: 'Embedding model' }).click();
      await page.getByRole('option', { name: new RegExp(label) }).click();
      await page.getByRole('button', { name: 'Estimate' }).click();
      await expect(page.getByRole('button', { name: 'Start building' })).toBeVisible();
      await page.getByRole('button', { name: 'Start building' }).scrollIntoViewIfNeeded();
      await builder.look('model-chosen');
      await page.getByRole('button', { name: 'Start building' }).click();
    });

    await test.step('it answers after the switch, in every language and across them', async () => {
      await page.getByRole('button', { name: 'Switch', exact: true }).click({ timeout: 60_000 });
      await page.getByRole('dialog').getByRole('button', { name: 'Switch' }).click();
      await expect(page.getByRole('dialog')).toBeHidden();
      for (const [question, name] of questions)
        await expect
          .poll(async () => (await retrieve(client, base, question))[0]?.document.name, { timeout: 30_000 })
          .toBe(name);
      await builder.look('switched');
    });
    builder.expectQuiet();
  } finally {
    await product.close();
    mirror.close();
    await rm(folder, { recursive: true, force: true });
  }
});
