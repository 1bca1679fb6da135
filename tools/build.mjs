// npm run build: builds even if nothing has changed.
import { ensureBuilt, ensureInstalled, main } from './prepare.mjs';

await main(async () => {
  await ensureInstalled({ everything: false });
  await ensureBuilt({ force: true });
  return 0;
});
