// Bundled CommonJS packages expect these two globals; the bundler takes them from here.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

export const __filename = fileURLToPath(import.meta.url);
export const __dirname = dirname(__filename);
