// npm run build: builds in any case.
import { ensureBuilt, ensureInstalled, main } from './prepare.mjs';

await main(async () => {
  await ensureInstalled();
  await ensureBuilt({ force: true });
  return 0;
});
