// Installs the programs that the tests need from the operating system, so that they are present when the tests start.
import { ensureApiGenerator } from './api-generator.mjs';
import { main } from './prepare.mjs';
import { ensurePythonClients } from './python-clients.mjs';
import { ensureCollector } from './test-collector.mjs';
import { ensureTestData } from './test-data.mjs';
import { ensureNeeds } from './test-needs.mjs';
import { ensureWeights } from './test-weights.mjs';

await main(async () => {
  ensureNeeds([
    ...['postgres', 'pooler', 'nginx', 'haproxy'],
    ...['chromium', 'shell', 'fonts'],
    ...['imap', 'submission', 'openssl'],
  ]);
  ensureWeights();
  ensureTestData();
  ensurePythonClients();
  ensureApiGenerator();
  ensureCollector();
  return 0;
});
