import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyCheckout, type PlantedTree, root, runIn } from '../tests/plant.ts';
import { filesOfPiece } from './new-piece/piece-files.ts';

const contracts = 'packages/contracts/src';
const server = 'apps/server/src';
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Puts a text before another one, which must be there. */
const before = (path: string, mark: string, text: string): string => {
  const [head, ...rest] = read(path).split(mark);
  if (rest.length === 0) throw new Error(`${path} no longer contains ${mark}`);
  return `${head}${text}${mark}${rest.join(mark)}`;
};

const instead = (path: string, old: string, text: string): string =>
  before(path, old, text).replace(`${text}${old}`, text);

/** The files that each change writes by hand. Records that a command writes anew, such as the published interface, do not count. */
const changes: Record<string, Record<string, string>> = {
  'a setting of an app': {
    [`${contracts}/assistants/apps/app-settings.ts`]: before(
      `${contracts}/assistants/apps/app-settings.ts`,
      '  /** The pictures of the app.',
      "  buttonText: setting(text(60).default(''), { group: 'appearance', help: 'On the button of other sites.' }),\n",
    ),
    [`${contracts}/assistants/apps/widget-button.ts`]: instead(
      `${contracts}/assistants/apps/widget-button.ts`,
      `export const widgetButton = ({ themeName, botName }: Pick<App, 'themeName' | 'botName'>): WidgetButton => ({
  color: colors[themeName],
  label: `,
      `export const widgetButton = (app: Pick<App, 'themeName' | 'botName' | 'buttonText'>): WidgetButton => ({
  color: colors[app.themeName],
  label: app.buttonText || `,
    ).replace('{botName.', '{app.botName.'),
    [`${contracts}/assistants/apps/widget-button.test.ts`]: `import { expect, it } from 'vitest';
import { AppSettings } from './app-settings.ts';
import { widgetButton } from './widget-button.ts';

it('is called what its builder wrote', () => {
  const app = AppSettings.parse({ name: 'Helper', buttonText: 'Talk to us' });
  expect(widgetButton(app).label).toBe('Talk to us');
});
`,
  },
  'a connector': {
    'packages/connectors/src/notion.ts': read('packages/connectors/src/manual.ts')
      .replace('manualConnector', 'notionConnector')
      .replace("type: 'MANUAL'", "type: 'NOTION'"),
    'packages/connectors/src/index.ts': before(
      'packages/connectors/src/index.ts',
      "import { webhookConnector } from './webhook.ts';",
      "import { notionConnector } from './notion.ts';\n",
    ).replace('  manualConnector,\n', '  manualConnector,\n  notionConnector,\n'),
  },
  'a piece of flows': filesOfPiece('google-sheets', read('packages/pieces/src/all-pieces.ts')),
  'the price of an answer': {
    [`${server}/modules/content/models/price.ts`]: instead(
      `${server}/modules/content/models/price.ts`,
      'Math.ceil((',
      '7 + Math.ceil((',
    ),
  },
  'a figure that the monitor counts': {
    [`${contracts}/operate/monitoring/monitor-shapes.ts`]: before(
      `${contracts}/operate/monitoring/monitor-shapes.ts`,
      '  likes: count,',
      '  /** Answers with a table. */\n  withTable: setting(count, {}),\n',
    ),
    'apps/server/migrations/9999_answers_with_tables.sql':
      '-- Adds the column to both tables and the view.\n',
    'apps/server/migrations/functions/note_answer.sql': before(
      'apps/server/migrations/functions/note_answer.sql',
      ' cited, sources,',
      ' with_table,',
    ),
  },
};

const probe = `
import { connectors } from '@atelier/connectors';
import { AppSettings } from '@atelier/contracts/assistants/apps/app-settings';
import { importKinds } from '@atelier/contracts/content/bases/import-shapes';
import { listSettings } from '@atelier/contracts/kernel/settings';
import { listedFigures } from '@atelier/contracts/operate/monitoring/monitor-shapes';
import { describeChanges } from '../../apps/server/src/modules/assistants/apps/versions/describe-changes.ts';
import { computeCost, freeOfCharge } from '../../apps/server/src/modules/content/models/price.ts';
import { noFigures } from '../../apps/server/src/modules/operate/monitoring/figures.ts';

const settings = AppSettings.parse({ name: 'Helper' });
const entries = connectors.filter(({ type }) => type === 'NOTION').map(({ type }) => importKinds[type].name);
console.log(JSON.stringify({
  field: listSettings(AppSettings).find(({ path }) => path === 'buttonText'),
  change: describeChanges(settings, { ...settings, buttonText: 'Talk to us' }),
  entries,
  cost: computeCost(freeOfCharge, { inputTokens: 1, outputTokens: 1 }),
  counted: noFigures.withTable,
  column: listedFigures.find(({ figure }) => figure === 'withTable'),
}));
`;

describe('a newcomer touches few files for', () => {
  it.each([
    ['a setting of an app', 3],
    ['a connector', 2],
    ['a piece of flows', 3],
    ['the price of an answer', 1],
    ['a figure that the monitor counts', 3],
  ])('%s: %i', (change, most) => {
    expect(Object.keys(changes[change] ?? {})).toHaveLength(most);
  });
});

describe('the five changes', () => {
  let tree: PlantedTree;
  const write = (path: string, text: string) => writeFileSync(join(tree.folder, path), text);
  const written = Object.entries(changes)
    .filter(([change]) => change !== 'a piece of flows')
    .flatMap(([, files]) => Object.entries(files));

  beforeAll(() => {
    tree = copyCheckout();
    for (const [path, text] of written) write(path, text);
  }, 60_000);
  afterAll(() => tree.uproot(), 60_000);

  it('pass the types, and nothing else has to be told of them', async () => {
    // The price and the list of connectors load most of the server and the drivers, so the probe below runs them instead.
    const isLight = (path: string) => path.endsWith('.ts') && !/(price|index)\.ts$/.test(path);
    const readers = ['assistants/apps/versions/describe-changes.ts', 'operate/monitoring/figures.ts'];
    const files = [
      ...written.map(([path]) => path).filter(isLight),
      ...readers.map((path) => `${server}/modules/${path}`),
    ];
    write('tsconfig.changes.json', JSON.stringify({ extends: './tsconfig.base.json', files }));
    const types = await runIn(tree.folder, ['tsc', '--noEmit', '-p', 'tsconfig.changes.json']);
    expect(types.output).toBe('');
    expect(types.code).toBe(0);
  }, 300_000);

  it('reach the form, the list of changes, the lists of sources, what is held and charged, and the table of the monitor', async () => {
    write('tools/src/probe.ts', probe);
    const { code, output } = await runIn(tree.folder, [join(tree.folder, 'tools/src/probe.ts')]);
    expect(code, output).toBe(0);
    expect(JSON.parse(output)).toMatchObject({
      field: { label: 'Button text', group: 'appearance', value: { type: 'TEXT', maxLength: 60 } },
      change: [{ label: 'Button text', before: '', after: 'Talk to us' }],
      entries: ['Notion'],
      cost: 7,
      counted: 0,
      column: { label: 'With table' },
    });
  }, 120_000);
});

describe('prices', () => {
  it('are computed in one place, so what is held and what is charged follow the same rule', () => {
    const computing = globSync(`${server}/**/*.ts`, { cwd: root }).filter((path) =>
      /price\.(input|output)\b/.test(read(path)),
    );
    expect(computing).toEqual([`${server}/modules/content/models/price.ts`]);
  });
});
