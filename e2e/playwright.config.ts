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
const phone = { ...devices['Pixel 7'] };

/** Runs all journeys at the largest and the smallest screen, and a short one in between. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  globalSetup: './src/global-setup.ts',
  // Each journey has its own server and browser and waits for them half of the time, so two journeys share two cores well.
  workers: 2,
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
      testIgnore: ['smoke.spec.ts', 'phone-reader.spec.ts'],
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
        'visitor-files.spec.ts',
        'feedback-closes.spec.ts',
        'attacks.spec.ts',
        'agent-tests.spec.ts',
        'knowledge-sources.spec.ts',
        'runs.spec.ts',
        'monitor.spec.ts',
        'workbench.spec.ts',
        'agents.spec.ts',
        'crews.spec.ts',
        'agent-memory.spec.ts',
        'mcp-account.spec.ts',
        'approvals.spec.ts',
        'rich-answers.spec.ts',
        'table-questions.spec.ts',
        'flows.spec.ts',
        'flow-templates.spec.ts',
        'flow-builder.spec.ts',
        'flow-history.spec.ts',
        'flow-files.spec.ts',
        'flow-from-sentence.spec.ts',
        'tools.spec.ts',
        'mcp.spec.ts',
        'curated-answers.spec.ts',
        'guardrails.spec.ts',
        'test-questions.spec.ts',
        'agent-runs.spec.ts',
        'agent-results.spec.ts',
        'phone-reader.spec.ts',
        'prompts.spec.ts',
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
