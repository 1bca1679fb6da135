// Installs what the tests need from the operating system, so that it is there when they start.
import { main } from './prepare.mjs';
import { ensureNeeds } from './test-needs.mjs';

await main(async () => {
  ensureNeeds(['postgres', 'pooler', 'chromium', 'shell', 'fonts']);
  return 0;
});
