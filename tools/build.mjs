// npm run build: builds in any case.
import { ensureBuilt, ensureInstalled, main } from './prepare.mjs';

await main(async () => {
  await ensureInstalled({ everything: false });
  await ensureBuilt({ force: true });
  return 0;
});
