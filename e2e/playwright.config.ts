import { defineConfig, devices } from '@playwright/test';

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const desktop = { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } };
// The processor draws every dot, and the phone has seven of them for each point of the page.
const phone = { ...devices['Pixel 7'], deviceScaleFactor: 1 };

/** Journeys whose steps are the same at every size. They run once, and look at each screen at the largest and the smallest one. */
const looksTwice = [
  'agent-guardrails.spec.ts',
  'agent-memory.spec.ts',
  'agent-results.spec.ts',
  'agent-tests.spec.ts',
  'agents.spec.ts',
  'attacks.spec.ts',
  'curated-answers.spec.ts',
  'feedback-closes.spec.ts',
  'flow-files.spec.ts',
  'flow-from-sentence.spec.ts',
  'flow-gate.spec.ts',
  'flow-templates.spec.ts',
  'knowledge-sources.spec.ts',
  'long-conversations.spec.ts',
  'mcp-account.spec.ts',
  'mcp.spec.ts',
  'models.spec.ts',
  'monitor.spec.ts',
  'multilingual-model.spec.ts',
  'operator-first-minute.spec.ts',
  'prompts.spec.ts',
  'runs.spec.ts',
  'test-questions.spec.ts',
  'tools.spec.ts',
  'visitor-files.spec.ts',
  'without-network.spec.ts',
  'workers.spec.ts',
];

/** Shows all journeys at the largest and the smallest screen. Those that somebody takes in another way on a phone run on both. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  globalSetup: './src/global-setup.ts',
  // Each journey has its own server and browser and waits for them half of the time, so three journeys share two cores well.
  workers: 3,
  // As in vitest.config.ts.
  retries: process.env['ATELIER_RETRY'] === undefined ? 0 : 1,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  use: {
    locale: 'en-GB',
    timezoneId: 'UTC',
    actionTimeout: 15_000,
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: process.env['ATELIER_CHROMIUM'] ?? '/usr/bin/chromium', args: quiet },
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    {
      name: 'desktop-light',
      testIgnore: ['smoke.spec.ts', 'phone-reader.spec.ts', ...looksTwice],
      use: { ...desktop, colorScheme: 'light' },
    },
    {
      name: 'desktop-and-phone',
      testMatch: looksTwice,
      metadata: { looksTwice: true },
      use: { ...desktop, colorScheme: 'light' },
    },
    {
      name: 'phone-dark',
      testMatch: [
        'journey.spec.ts',
        'first-minute.spec.ts',
        'billing.spec.ts',
        'people.spec.ts',
        'app-users.spec.ts',
        'workbench.spec.ts',
        'crews.spec.ts',
        'approvals.spec.ts',
        'rich-answers.spec.ts',
        'table-questions.spec.ts',
        'flows.spec.ts',
        'flow-builder.spec.ts',
        'flow-history.spec.ts',
        'guardrails.spec.ts',
        'agent-runs.spec.ts',
        'phone-reader.spec.ts',
        'public-agent.spec.ts',
      ],
      use: { ...phone, colorScheme: 'dark' },
    },
    { name: 'desktop-dark', testMatch: 'smoke.spec.ts', use: { ...desktop, colorScheme: 'dark' } },
    {
      name: 'phone-light',
      testMatch: ['smoke.spec.ts', 'phone-reader.spec.ts'],
      use: { ...phone, colorScheme: 'light' },
    },
  ],
});
