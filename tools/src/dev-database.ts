import { loadConfig, readEnvironmentFile } from '../../apps/server/src/kernel/config/config.ts';
import { createLog } from '../../apps/server/src/kernel/log/log.ts';
import { startDatabase } from '../../apps/server/src/kernel/postgres/embedded-postgres.ts';

// The database of `npm run dev`, in a process of its own, so that it stays while the server starts anew with each changed source. It sends
// its addresses to the process that started it, and ends with that process.
const config = loadConfig({ ...readEnvironmentFile('.env'), ...process.env });
const database = await startDatabase(config, createLog({ level: config.log.level }));
const end = async (): Promise<void> => {
  await database.stop();
  process.exit(0);
};
process.on('disconnect', () => void end());
// A terminal sends Ctrl-C to everybody at once, and the server still needs the database to end in good order.
process.on('SIGINT', () => undefined);
process.send?.({ DATABASE_URL: database.ownerUrl, DATABASE_APP_URL: database.appUrl });
