import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { weightsFolder } from '../tools/test-weights.mjs';
import { Client } from './src/client.ts';
import { startMirror } from './src/fakes/weights-mirror.ts';
import { test } from './src/fixtures.ts';
import { freePort } from './src/free-port.ts';
import { retrieve } from './src/knowledge.ts';
import { type Product, startProduct } from './src/product.ts';
import { dropFiles, expectImported, makeKnowledgeBase, signUp } from './src/steps.ts';

const started: Product[] = [];
test.afterEach(async () => {
  for (const product of started.splice(0)) await product.close();
});

/** Starts the product on weights from an address, and signs up the operator with the link that the start prints. */
const startWith = async (address: string, page: Page): Promise<Product> => {
  const product = await startProduct({ env: { EMBEDDING_WEIGHTS_FROM: address } });
  started.push(product);
  await page.goto(product.operatorLink);
  await signUp(page, 'Ada Lovelace');
  return product;
};

const folderOf = ({ dataFolder }: Product): string => join(dataFolder, 'models', 'all-minilm-l6-v2');

const cardOf = (page: Page) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'all-MiniLM-L6-v2' }) });

const tyres = 'The car needs new tyres before winter. The garage at the harbour changes them.';
const choir = 'The choir meets on Thursday evening in the town hall and sings songs by Schubert.';

const fileOf = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

/** A client for the account that is signed in on the page. */
const clientOf = async (page: Page, { origin }: Product): Promise<Client> => {
  const client = new Client(origin);
  for (const { name, value } of await page.context().cookies()) client.cookies.set(name, value);
  return client;
};

const bestOf = async (client: Client, base: string, question: string) =>
  (await retrieve(client, base, question))[0]?.document.name;

const byWords = 'Which tyres are needed before winter?';
/** It shares no word with the text that answers it. */
const byMeaning = 'When does my vehicle get other wheels?';

test('without a network knowledge is found by words, and files in a folder bring the model', async ({
  builder,
}) => {
  const { page } = builder;
  const port = await freePort();
  const product = await startWith(`http://127.0.0.1:${port}`, page);
  const folder = folderOf(product);

  await test.step('the start says what is missing and where it belongs', async () => {
    expect(product.output).toContain(
      `  Search    by words only; the weights of all-MiniLM-L6-v2 are missing, and they are downloaded now from 127.0.0.1:${port}\n`,
    );
    expect(product.output).toContain(
      `            Without a network: put model.onnx and tokenizer.json into ${folder}\n`,
    );
    await expect.poll(() => product.output).toContain('could not be downloaded; knowledge is found by words');
  });

  const base = await makeKnowledgeBase(page, 'Harbour');
  const client = await clientOf(page, product);
  await test.step('documents are imported and found by words', async () => {
    await dropFiles(page, [fileOf('tyres.txt', tyres), fileOf('choir.txt', choir)]);
    await expectImported(page, 2);
    expect(await bestOf(client, base, byWords)).toBe('tyres.txt');
    expect(await bestOf(client, base, byMeaning)).toBeUndefined();
  });

  const card = cardOf(page);
  const lookAgain = page.getByRole('button', { name: 'Look again' });
  await test.step('the screen says why, which files are missing, and where they belong', async () => {
    await page.goto(`${product.origin}/models`);
    await expect(card).toContainText('Weights not usable');
    await expect(card).toContainText('The download failed: Nothing answers at this port of 127.0.0.1');
    await expect(card).toContainText(folder);
    await expect(card).toContainText(
      `model.onnx (21.9 MB) is missing. Download it from http://127.0.0.1:${port}/`,
    );
    await expect(card).toContainText('its SHA-256 begins with afdb6f1a0e45');
    await card.scrollIntoViewIfNeeded();
    await builder.look('models-without-network');
  });

  await test.step('another file is refused with a message', async () => {
    await mkdir(folder, { recursive: true });
    await copyFile(join(weightsFolder, 'tokenizer.json'), join(folder, 'tokenizer.json'));
    await writeFile(join(folder, 'model.onnx'), 'not a model');
    await lookAgain.click();
    await expect(card).toContainText(
      'model.onnx in the folder cannot be used: the size or the checksum is not that of all-MiniLM-L6-v2.',
    );
    await expect(card).toContainText('model.onnx (21.9 MB) is another file');
    await expect(card).toContainText('tokenizer.json (695 KB) is there');
    await card.scrollIntoViewIfNeeded();
    await builder.look('models-wrong-file');
  });

  await test.step('the right file is taken, and the knowledge base is offered a better index', async () => {
    await copyFile(join(weightsFolder, 'model.onnx'), join(folder, 'model.onnx'));
    await lookAgain.click();
    await expect(card).toContainText('Ready');
    await card.scrollIntoViewIfNeeded();
    await builder.look('models-ready');
    await page.goto(`${product.origin}/knowledge-base/${base}`);
    await expect(page.getByText('Chunks are found by what they mean, too', { exact: false })).toBeVisible();
    await builder.look('better-index');
  });

  await test.step('it is built beside the present one, and finds what is meant', async () => {
    await page.getByRole('button', { name: 'Build the better index' }).click();
    await page.getByRole('link', { name: 'Show progress, compare and switch' }).click();
    await page.getByRole('button', { name: 'Switch', exact: true }).click({ timeout: 60_000 });
    await builder.look('better-index-built');
    await page.getByRole('dialog').getByRole('button', { name: 'Switch' }).click();
    await expect.poll(() => bestOf(client, base, byMeaning), { timeout: 30_000 }).toBe('tyres.txt');
  });

  builder.expectQuiet();
  await test.step('the next start finds the weights and asks nobody', async () => {
    await product.kill('SIGTERM');
    await product.start();
    await expect.poll(() => product.output).toContain('  Search    by meaning and by words\n');
    expect(product.output).not.toContain('could not be downloaded');
  });
});

test('the first start downloads the model in the background and shows how far it is', async ({ builder }) => {
  const { page } = builder;
  const mirror = await startMirror('MiniLM');
  const product = await startWith(mirror.address, page);
  await page.goto(`${product.origin}/models`);
  const card = cardOf(page);
  await expect(card).toContainText('Downloading');
  await expect(card.getByRole('progressbar', { name: /^1\d(\.\d)? MB of 22\.6 MB$/ })).toBeVisible();
  await card.scrollIntoViewIfNeeded();
  await builder.look('models-downloading');
  mirror.finish();
  await expect(card).toContainText('Ready');
  builder.expectQuiet();
  mirror.close();
});
